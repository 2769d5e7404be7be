import { inject } from 'vitest';

/** What a process puts into its environment to reach the database of this worker: each embedded engine has one session. */
export function databaseEnvironment(): Record<string, string> {
  const all = inject('databaseEnvironments');
  const mine = all[Number(process.env['VITEST_POOL_ID'] ?? 1) % all.length];
  if (mine === undefined) throw new Error('The run has no database.');
  return mine;
}
