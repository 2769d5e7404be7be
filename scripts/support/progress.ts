/**
 * Progress for people: a bar that redraws itself on a terminal, a plain line every few seconds otherwise. Standard
 * error only.
 */
interface Progress {
  /** `done` of `total` in the unit of the work; `rows` only for the rate. */
  update(done: number, total: number, rows: number): void;
  finish(): void;
}

const BAR_CHARACTERS = 30;
const PLAIN_LINE_EVERY_MILLISECONDS = 5000;
const REDRAW_EVERY_MILLISECONDS = 100;
/** Least share of the work with an estimate, because preparation takes time of its own. */
const LEAST_SHARE = 0.01;

export function createProgress(
  label: string,
  noun: string,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): Progress {
  const started = performance.now();
  const interval = stream.isTTY ? REDRAW_EVERY_MILLISECONDS : PLAIN_LINE_EVERY_MILLISECONDS;
  let lastShown = stream.isTTY ? 0 : started;
  let drawn = false;
  return {
    update(done, total, rows) {
      const now = performance.now();
      if (now - lastShown < interval && !(stream.isTTY && done >= total)) return;
      lastShown = now;
      drawn = true;
      stream.write(
        stream.isTTY
          ? `\r\u001b[2K${line(label, noun, done, total, rows, now - started)}`
          : `${line(label, noun, done, total, rows, now - started)}\n`,
      );
    },
    finish() {
      if (stream.isTTY && drawn) stream.write('\n');
    },
  };
}

function line(label: string, noun: string, done: number, total: number, rows: number, elapsedMs: number): string {
  const share = total > 0 ? Math.min(done / total, 1) : 0;
  const filled = Math.round(share * BAR_CHARACTERS);
  const rate = elapsedMs > 0 ? Math.round((rows / elapsedMs) * 1000) : 0;
  const left = share >= LEAST_SHARE ? Math.ceil((elapsedMs / share - elapsedMs) / 1000) : null;
  return `${label} [${'#'.repeat(filled)}${'.'.repeat(BAR_CHARACTERS - filled)}] ${Math.floor(share * 100)} %, ${rate} ${noun}/s, ${left === null ? 'time left unknown' : `${left} s left`}`;
}
