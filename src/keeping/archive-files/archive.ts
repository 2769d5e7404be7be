/** Where files of archived months are kept. A file is there as a whole or not at all. */
export interface Archive {
  /** For people; holds no secret. */
  readonly location: string;
  /**
   * Puts a local file there, in place of one of the same name.
   * @throws ArchiveError
   */
  put(name: string, file: string): Promise<void>;
  /**
   * Copies what is there into a local file. false: nothing is there.
   * @throws ArchiveError; the error of the system when the local disk is full
   */
  get(name: string, file: string): Promise<boolean>;
  /**
   * What is not there is removed already.
   * @throws ArchiveError
   */
  remove(name: string): Promise<void>;
}

/** The place refuses, is full or cannot be reached; the sentence is fit for an answer. */
export class ArchiveError extends Error {}

/** An error of the system that says so. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
