import type { DataContext } from '../../context.ts';
import { businessDateOf, ruleOn } from '../../kernel/time/business-clock.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import { listIndustries } from '../../platform/directory/store/industries.ts';

/** Due time of an industry's daily run: its shift start, in its zone. */
export interface DailyRun {
  readonly industryId: string;
  readonly timezone: string;
  readonly shiftStartAt: string;
}

/** The daily runs of all active industries, each by the rule under which the running business day will end. */
export async function dailyRuns({ database, clock }: DataContext): Promise<DailyRun[]> {
  const now = clock.now();
  return (await listIndustries(database, now))
    .filter((industry) => industry.isActive)
    .map((industry) => {
      const { timezone, shiftStartAt } = ruleOn(industry.clock, addDays(businessDateOf(industry.clock, now), 1));
      return { industryId: industry.industryId, timezone, shiftStartAt };
    });
}
