import { inBatches } from '../../kernel/in-batches.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';

/**
 * Unit-hours that one transaction reads. The number bounds its memory, and the time for which it holds the industry's
 * documents. Measured with 96,000 unchanged hours of 100 units: 2,400 at a time cost 0.85 s of Node's time, 12,000 0.73
 * s, 24,000 0.63 s and 192,000 0.62 s. More at a time gains nothing from here on, and less pays for its statements.
 */
const HOURS_PER_CHUNK = 24_000;
const HOURS_PER_DAY = 24;

/**
 * Days that are processed together, in order: as many as fit, at least one. Every chunk finds its hours in the same
 * way.
 */
export const chunksOf = (industry: Industry, dates: readonly BusinessDate[]): Iterable<BusinessDate[]> =>
  inBatches(dates, HOURS_PER_CHUNK, HOURS_PER_DAY * Math.max(1, industry.units.size));
