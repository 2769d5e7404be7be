/*
 * What a test file has made and that must go with it. One process runs many test files and keeps its modules, so a hook
 * that a module registers would belong to the first file alone.
 */

let cleanups: (() => unknown)[] = [];

/** Runs when this test file has ended; what was asked for last runs first. */
export const afterFile = (cleanup: () => unknown): void => {
  cleanups.push(cleanup);
};

/** @throws the first error of a clean-up, after all of them have run. */
export async function cleanUpAfterFile(): Promise<void> {
  const due = cleanups.reverse();
  cleanups = [];
  const errors: unknown[] = [];
  for (const cleanup of due)
    try {
      await cleanup();
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}
