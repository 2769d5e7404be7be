/** Version of the rules of this folder, written into every document's provenance; raise it when a figure can change. */
export const ALGORITHM_VERSION = 7;
