import { setPriority } from 'node:os';

/** Where a processor is short, a thread of this niceness gets a third of what a usual one gets. */
const NICENESS = 5;

/**
 * Makes the calling thread give way to the thread that answers requests and to the database of the same machine. Only
 * Linux has a priority of each thread; elsewhere the whole process would give way, so nothing is changed there.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(0, NICENESS);
}
