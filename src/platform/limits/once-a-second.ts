const QUIET_MILLISECONDS = 1000;

/** Adds news of an industry to those that wait; undefined: none wait. */
type Gather<News> = (waiting: News | undefined) => News;

/**
 * Acts on news of an industry once a second at most: on the first at once, and on later news of the second together at
 * its end. Nobody waits for it.
 */
export function onceASecond<News>(
  act: (industryId: string, news: News) => void,
): (industryId: string, gather: Gather<News>) => void {
  const waiting = new Map<string, News>();
  const quiet = new Set<string>();

  function actOnce(industryId: string): void {
    const news = waiting.get(industryId);
    quiet.delete(industryId);
    if (news === undefined) return;
    waiting.delete(industryId);
    quiet.add(industryId);
    setTimeout(() => actOnce(industryId), QUIET_MILLISECONDS).unref();
    act(industryId, news);
  }

  return (industryId, gather) => {
    waiting.set(industryId, gather(waiting.get(industryId)));
    if (!quiet.has(industryId)) actOnce(industryId);
  };
}
