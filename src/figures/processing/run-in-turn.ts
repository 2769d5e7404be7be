/** Runs of one industry that wait or go on. More of them are left out. */
const MOST_RUNS = 20;

interface Turns {
  /** The first one goes on. */
  readonly runs: (() => Promise<void>)[];
  readonly ended: Promise<void>;
}

/** Runs of each industry that was named, whether or not there is such an industry. */
const turns = new Map<string, Turns>();

/**
 * Begins a run once those of its industry that were asked for before have ended.
 * @param run never rejects.
 * @returns false: too many wait already.
 */
export function runInTurn(industryId: string, run: () => Promise<void>): boolean {
  const waiting = turns.get(industryId)?.runs;
  if (waiting !== undefined) {
    if (waiting.length >= MOST_RUNS) return false;
    waiting.push(run);
    return true;
  }
  const runs = [run];
  turns.set(industryId, { runs, ended: runAll(industryId, runs) });
  return true;
}

async function runAll(industryId: string, runs: Turns['runs']): Promise<void> {
  // A run begins when its caller has been answered.
  await Promise.resolve();
  for (let run = runs[0]; run !== undefined; run = runs[0]) {
    await run();
    runs.shift();
  }
  turns.delete(industryId);
}

/** Waits until the runs that go on have ended. Those that wait behind them are left out. */
export async function finishRuns(): Promise<void> {
  for (const { runs } of turns.values()) runs.splice(1);
  await Promise.all([...turns.values()].map(({ ended }) => ended));
}
