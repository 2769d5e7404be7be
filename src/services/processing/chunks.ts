import type { Industry } from '../../domain/industry/industry.ts';
import type { BusinessDate } from '../../domain/time/types.ts';

/** Unit-days per transaction: bounds memory and the time for which the industry's documents are held. */
const UNIT_DAYS_PER_CHUNK = 500;

/** Days that are processed together, in order. */
export function chunksOf(industry: Industry, dates: readonly BusinessDate[]): BusinessDate[][] {
  const size = Math.max(1, Math.floor(UNIT_DAYS_PER_CHUNK / Math.max(1, industry.units.size)));
  return Array.from({ length: Math.ceil(dates.length / size) }, (_, index) => dates.slice(index * size, (index + 1) * size));
}
