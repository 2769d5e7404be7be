import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Facts that a second start must know of the first. */
const demoState = z.object({
  /** Layout of the directory, because another layout cannot be continued. */
  layout: z.literal(2),
  replay: z.boolean(),
  /** Null: the database had operators of its own. */
  operator: z.object({ username: z.string(), password: z.string() }).nullable(),
});
export type DemoState = z.output<typeof demoState>;

const fileIn = (dataDir: string): string => join(dataDir, 'demo.json');

/**
 * State of the directory; null before the first start has ended.
 * @throws Error in a sentence when another version of the demo has made the directory.
 */
export async function readState(dataDir: string): Promise<DemoState | null> {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return null;
  const text = await readFile(file, 'utf8');
  try {
    return demoState.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `DATA_DIR: ${dataDir} holds the demo of another version; remove the directory, or set DATA_DIR to another one.`,
    );
  }
}

/** Writes the state so that only its owner can read it, because it holds a password. */
export const writeState = (dataDir: string, state: DemoState): Promise<void> =>
  writeFile(fileIn(dataDir), `${JSON.stringify(state)}\n`, { mode: 0o600 });
