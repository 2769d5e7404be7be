/** Runs of one industry that wait or go on. More of them are left out. */
const MOST_RUNS = 20;

/** The runs of each industry that was named, whether or not there is such an industry. The first one goes on. */
const runs = new Map<string, (() => Promise<void>)[]>();

/**
 * Begins a run once those of its industry that were asked for before have ended.
 * @param run never rejects.
 * @returns false: too many wait already.
 */
export function runInTurn(industryId: string, run: () => Promise<void>): boolean {
  const waiting = runs.get(industryId);
  if (waiting === undefined) {
    void runAll(industryId, run);
    return true;
  }
  if (waiting.length >= MOST_RUNS) return false;
  waiting.push(run);
  return true;
}

async function runAll(industryId: string, first: () => Promise<void>): Promise<void> {
  const waiting = [first];
  runs.set(industryId, waiting);
  for (let run = waiting[0]; run !== undefined; run = waiting[0]) {
    await run();
    waiting.shift();
  }
  runs.delete(industryId);
}
