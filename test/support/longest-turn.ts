import { PerformanceObserver } from 'node:perf_hooks';

interface Turn {
  readonly began: number;
  readonly ended: number;
  readonly cpuMilliseconds: number;
}

const cpuMilliseconds = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * The longest turn of the event loop while work goes on, in milliseconds of processor time of this thread, so however
 * busy the machine is. Collections of garbage are left out: they hold the loop, too, and depend on what ran before.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const collections: { readonly from: number; readonly to: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      collections.push({ from: startTime, to: startTime + duration });
  });
  observer.observe({ entryTypes: ['gc'] });
  const turns: Turn[] = [];
  let isOver = false;
  let [began, cpu] = [performance.now(), cpuMilliseconds()];
  const look = (): void => {
    const [ended, now] = [performance.now(), cpuMilliseconds()];
    turns.push({ began, ended, cpuMilliseconds: now - cpu });
    [began, cpu] = [ended, now];
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isOver = true;
  }
  // The last turn counts, too, and the observer hears of its collections in the one after.
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setTimeout(resolve, 0));
  observer.disconnect();
  return turns.reduce((longest, turn) => {
    const collecting = collections.reduce(
      (sum, { from, to }) => sum + Math.max(0, Math.min(to, turn.ended) - Math.max(from, turn.began)),
      0,
    );
    return Math.max(longest, turn.cpuMilliseconds - collecting);
  }, 0);
}
