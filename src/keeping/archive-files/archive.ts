import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { codeOf } from '../../kernel/error-code.ts';

/** A place for files of archived months. A file is there as a whole or not at all. */
export interface Archive {
  /** The place in words for people, without secrets. */
  readonly location: string;
  /**
   * Stores a local file, in place of one with the same name.
   * @throws ArchiveError
   */
  put(name: string, file: string): Promise<void>;
  /**
   * Copies a stored file to a local one. false: there is no such file.
   * @throws ArchiveError; the error of the system when the local disk is full
   */
  get(name: string, file: string): Promise<boolean>;
  /**
   * Removes a file. An absent file is removed already.
   * @throws ArchiveError
   */
  remove(name: string): Promise<void>;
  /**
   * Names of what is in a folder, which need no encoding. There may be no such folder.
   * @param folder ends with a slash
   * @throws ArchiveError
   */
  list(folder: string): Promise<string[]>;
}

/** The archive refuses, is full or cannot be reached. The message is fit for an answer. */
export class ArchiveError extends Error {}

/** Whether an error of the system says that the disk is full. */
export const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');

/** SHA-256 of a local file, in hexadecimal digits. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer); // as a stream without encoding gives
  return hash.digest('hex');
}
