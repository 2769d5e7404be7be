import { sum } from '../../src/kernel/measure/exact.ts';
import { createProgress } from '../support/progress.ts';

/** Progress of one of several works that run together. */
export interface ProgressPart {
  update(done: number, total: number, rows: number): void;
}

/** One bar for several works that run together: the share of all of them, each counted alike. */
export function createSharedProgress(label: string, noun: string): { part(): ProgressPart; finish(): void } {
  const progress = createProgress(label, noun);
  const parts: { share: number; rows: number }[] = [];
  return {
    part() {
      const own = { share: 0, rows: 0 };
      parts.push(own);
      return {
        update(done, total, rows) {
          own.share = total > 0 ? done / total : 0;
          own.rows = rows;
          progress.update(sum(parts.map(({ share }) => share)), parts.length, sum(parts.map((one) => one.rows)));
        },
      };
    },
    finish: progress.finish,
  };
}
