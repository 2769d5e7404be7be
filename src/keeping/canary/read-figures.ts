import type { DataContext } from '../../context.ts';
import { numberOrNull } from '../../figures/rules/processors/numbers.ts';
import {
  BEFORE_LATE,
  type CanaryFigures,
  LEAK_FIRST_DAY,
  LEAK_PER_DAY,
  LEAKS_FOUND,
  nameOfFigure,
} from '../rules/canary/expected.ts';
import { canaryDates } from '../rules/canary/scenario.ts';
import type { ProcessedDocument } from '../../kernel/document/types.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { daysBetween, firstOfYear } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { readFigures } from '../../figures/store/read-documents.ts';
import type { Period } from '../../figures/store/document-rows.ts';
import { listFindings } from '../../findings/store/insights.ts';

const PERIODS = { DAILY: 'day', MONTHLY: 'month', YEARLY: 'year' } as const;

/** Stored figures of the canary, by their names in expected.ts. */
export async function figuresOfCanary(
  { database }: DataContext,
  industry: Industry,
  last: BusinessDate,
  beforeLate: number | null,
): Promise<CanaryFigures> {
  const dates = canaryDates(last);
  const first = dates[0] ?? last;
  const figures = new Map<string, number | null>([[BEFORE_LATE, beforeLate]]);
  for (const period of Object.keys(PERIODS) as Period[]) {
    for (const { periodStart, document } of await stored(database, industry, period, firstOfYear(first), last)) {
      const name = (figure: string): string => nameOfFigure(document.unitId, PERIODS[period], periodStart, figure);
      figures.set(name('value'), numberOrNull(document.value));
      if (period !== 'DAILY') continue;
      const { ir, fr, offlineCount, offlineValue } = document.meta;
      for (const [figure, value] of Object.entries({ ir, fr, offlineCount, offlineValue }))
        figures.set(name(figure), value ?? null);
      figures.set(name('coverage'), document.provenance.coverageRatio);
    }
  }
  const wanted = { industryKey: industry.industryKey, from: first, to: last, withSettled: false, today: last };
  const leaks = (await listFindings(database, wanted)).filter(({ kind }) => kind === 'leak');
  const [leak] = leaks;
  figures.set(LEAKS_FOUND, leaks.length);
  if (leak?.unitId === 'LEAK') {
    figures.set(LEAK_PER_DAY, leak.litresPerDay);
    figures.set(LEAK_FIRST_DAY, daysBetween(first, leak.firstDay));
  }
  return figures;
}

/** Figure of the day whose readings are still to come. */
export async function figureOfLateDay(
  { database }: DataContext,
  industry: Industry,
  date: BusinessDate,
): Promise<number | null> {
  const documents = await stored(database, industry, 'DAILY', date, date);
  return numberOrNull(documents.find(({ document }) => document.unitId === 'LATE')?.document.value ?? null);
}

const stored = async (
  database: DataContext['database'],
  { industryId, units }: Industry,
  period: Period,
  from: BusinessDate,
  to: BusinessDate,
): Promise<{ readonly periodStart: BusinessDate; readonly document: ProcessedDocument }[]> =>
  readFigures(database, {
    industryId,
    units: new Map([...units].map(([unitId, { unitKey }]) => [unitKey, unitId])),
    period,
    from,
    to,
  });
