/*
 * Intervals of asking for something that goes on. This file uses no document, so that tests can run it.
 */

const FIRST_WAIT_MILLISECONDS = 1500;
/** Factor by which the interval grows, so that a long job is asked for seldom. */
const GROWTH = 1.3;
const LONGEST_WAIT_MILLISECONDS = 30_000;

interface Asked {
  readonly look: () => Promise<'goes on' | 'done' | 'failed' | 'over'>;
  /** Called when requests begin to fail, and when the session has ended. */
  readonly tell: (said: 'failed' | 'over') => void;
  readonly rest?: (milliseconds: number) => Promise<void>;
}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks until it is done or the session has ended. Failed requests are repeated, ever more seldom. */
export async function askAgain({ look, tell, rest = sleep }: Asked): Promise<void> {
  let wait = FIRST_WAIT_MILLISECONDS;
  let hasFailed = false;
  for (;;) {
    await rest(wait);
    wait = Math.min(wait * GROWTH, LONGEST_WAIT_MILLISECONDS);
    const found = await look().catch(() => 'failed' as const);
    if (found === 'done') return;
    if (found === 'over') return tell('over');
    if (found === 'failed' && !hasFailed) tell('failed');
    hasFailed = found === 'failed';
  }
}
