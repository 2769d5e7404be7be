/** Runs one piece of work at a time. Industries that wait take turns. */
type TakeTurn = <T>(industryId: string, work: () => Promise<T>) => Promise<T>;

/** An industry with much work keeps only itself waiting. */
export function createReportTurns(): TakeTurn {
  /** Waiting turns by industry; the industry whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;

  const arrive = async (industryId: string): Promise<void> => {
    if (isBusy) return new Promise((begin) => waiting.set(industryId, [...(waiting.get(industryId) ?? []), begin]));
    isBusy = true;
  };
  const leave = (industryId: string): void => {
    const own = waiting.get(industryId);
    // An industry that has just had a turn goes behind the waiting ones.
    if (own !== undefined && waiting.delete(industryId)) waiting.set(industryId, own);
    const [next] = waiting;
    if (next === undefined) {
      isBusy = false;
      return;
    }
    const [nextIndustry, [begin, ...others]] = next;
    if (others.length === 0) waiting.delete(nextIndustry);
    else waiting.set(nextIndustry, others);
    begin?.();
  };

  return async (industryId, work) => {
    await arrive(industryId);
    try {
      return await work();
    } finally {
      leave(industryId);
    }
  };
}
