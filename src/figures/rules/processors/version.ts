/**
 * Version of the rules that make figures, those of this folder above all. Every document's provenance has it; raise it
 * when a figure can change.
 */
export const ALGORITHM_VERSION = 13;
