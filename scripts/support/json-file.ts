import { readFile } from 'node:fs/promises';
import { reasonOf } from '../../src/kernel/reason-of.ts';

/**
 * The JSON document of a file.
 * @throws Error in one sentence that names the file, when it cannot be read or is not JSON (with the place).
 */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `The file ${path} cannot be read: ${error.message}.`,
    );
  });
  try {
    // Some editors put a byte order mark in front, which JSON does not allow.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`The file ${path} is not JSON: ${reasonOf(error)}.`);
  }
}
