import { readFile } from 'node:fs/promises';
import { reasonOf } from '../../src/kernel/reason-of.ts';

/**
 * The JSON document of a file.
 * @throws Error in one sentence that names the file: when it cannot be read, and when it is not JSON (with the place).
 */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `The file ${path} cannot be read: ${error.message}.`,
    );
  });
  try {
    // A byte order mark is what some editors put in front; JSON does not know it.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`The file ${path} is not JSON: ${reasonOf(error)}.`);
  }
}
