import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { BusinessDate } from '../../src/kernel/time/types.ts';
import type { BatchRequest } from '../../src/figures/processing/request.ts';

/** A writing run over all units of an industry on the days from `from` to `to`, with their months and years. */
export const wholeRun = (industry: Industry, from: BusinessDate, to: BusinessDate): BatchRequest => ({
  industry,
  from,
  to,
  unitIds: null,
  updateOnlyVirtual: false,
  daily: true,
  monthly: true,
  yearly: true,
  write: true,
});
