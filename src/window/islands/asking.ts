/* How often something that goes on is asked for. It knows no document, so that tests can run it. */

const FIRST_WAIT_MILLISECONDS = 1500;
/** What takes long is asked for seldom. */
const GROWTH = 1.3;
const LONGEST_WAIT_MILLISECONDS = 30_000;

interface Asked {
  readonly look: () => Promise<'goes on' | 'done' | 'failed' | 'over'>;
  /** Is called when looks begin to fail, and when nobody is logged in any more. */
  readonly tell: (said: 'failed' | 'over') => void;
  readonly rest?: (milliseconds: number) => Promise<void>;
}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Looks until it is done or nobody is logged in. A look that fails is followed by others, ever more seldom. */
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
