import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { businessDateOf } from '../src/domain/time/business-clock.ts';
import { addDays, firstOfMonth, firstOfYear } from '../src/domain/time/business-date.ts';
import type { BusinessDate } from '../src/domain/time/types.ts';
import { exportDocuments, type Period } from '../src/store/documents.ts';
import { requireDate, requireIndustry } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';

const USAGE = 'Usage: npm run export -- --industry ID --period daily|monthly|yearly --from DD/MM/YYYY --to DD/MM/YYYY';
const PERIODS: Readonly<Record<string, Period>> = { daily: 'DAILY', monthly: 'MONTHLY', yearly: 'YEARLY' };

/** Months and years are named by any day in them. */
const startOf = (period: Period, date: BusinessDate): BusinessDate =>
  period === 'DAILY' ? date : period === 'MONTHLY' ? firstOfMonth(date) : firstOfYear(date);

await runCommand(async () => {
  const { values } = parseArgs({ options: { industry: { type: 'string' }, period: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } } });
  if (values.industry === undefined || values.period === undefined) throw new Error(USAGE);
  const period = PERIODS[values.period];
  if (period === undefined) throw new Error(`--period is '${values.period}', allowed are daily, monthly and yearly`);
  const [from, to] = [requireDate('--from', values.from), requireDate('--to', values.to)];
  const { context, close } = await openService();
  try {
    const industry = await requireIndustry(context, values.industry);
    const yesterday = addDays(businessDateOf(industry.clock, context.clock.now()), -1);
    const units = new Map([...industry.units.values()].map((unit) => [unit.unitKey, unit.current.unitId]));
    const span = { industryId: industry.industryId, units, period, from: startOf(period, from), to: to < yesterday ? to : yesterday };
    for await (const { document, computedAt } of exportDocuments(context.database, industry.industryKey, span)) {
      const line = `${JSON.stringify({ ...document, provenance: { ...document.provenance, computedAt: computedAt.toISOString() } })}\n`;
      if (!process.stdout.write(line)) await once(process.stdout, 'drain');
    }
    return 0;
  } finally {
    await close();
  }
});
