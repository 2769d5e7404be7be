const cpuMilliseconds = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * The longest turn of the event loop while work goes on, in milliseconds of processor time of this thread: what others
 * wait for it, however busy the machine is.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  let before = cpuMilliseconds();
  const look = (): void => {
    const now = cpuMilliseconds();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isOver = true;
  }
  // The last turn counts, too.
  await new Promise((resolve) => setImmediate(resolve));
  return Math.max(longest, cpuMilliseconds() - before);
}
