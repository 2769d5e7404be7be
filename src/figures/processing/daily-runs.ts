import type { DataContext } from '../../context.ts';
import { businessDateOf, ruleOn } from '../../kernel/time/business-clock.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import type { DayRule } from '../../kernel/time/types.ts';
import { listIndustries } from '../../platform/directory/store/industries.ts';

/** Due time of an industry's daily run: the beginning of a business day, by the rule of its clock. */
export interface DailyRun extends DayRule {
  readonly industryId: string;
}

/** The daily runs of all active industries, each by the rule under which the running business day will end. */
export async function dailyRuns({ database, clock }: DataContext): Promise<DailyRun[]> {
  const now = clock.now();
  return (await listIndustries(database, now))
    .filter((industry) => industry.isActive)
    .map((industry) => {
      const { timezone, shiftStartAt, daysOffset } = ruleOn(
        industry.clock,
        addDays(businessDateOf(industry.clock, now), 1),
      );
      return { industryId: industry.industryId, timezone, shiftStartAt, daysOffset };
    });
}
