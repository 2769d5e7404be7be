/**
 * A function to call at every input. It runs the check when no other input has followed for a while. A check that still
 * runs then is out of date, and its signal says so.
 */
export function whenQuiet(milliseconds: number, run: (signal: AbortSignal) => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();
  return () => {
    clearTimeout(waiting);
    running.abort();
    running = new AbortController();
    const { signal } = running;
    waiting = setTimeout(() => run(signal), milliseconds);
  };
}
