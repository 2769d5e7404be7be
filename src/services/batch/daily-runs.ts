import type { Context } from '../../context.ts';
import { listIndustries } from '../../store/industries.ts';

/** When an industry's daily run is due: at its shift start, in its zone. */
export interface DailyRun { readonly industryId: string; readonly timezone: string; readonly shiftStartAt: string }

/** The daily runs of all active industries. */
export const dailyRuns = async ({ database }: Pick<Context, 'database'>): Promise<DailyRun[]> =>
  (await listIndustries(database)).filter((industry) => industry.isActive);
