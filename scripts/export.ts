import { once } from 'node:events';
import { exportedDocument } from '../src/domain/document/exported.ts';
import { businessDateOf } from '../src/domain/time/business-clock.ts';
import { addDays, firstOfMonth, firstOfYear } from '../src/domain/time/business-date.ts';
import type { BusinessDate } from '../src/domain/time/types.ts';
import { exportDocuments, type Period } from '../src/store/documents.ts';
import { requireIndustry, requireSpan } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';

const COMMAND = {
  name: 'npm run export',
  summary: 'Processed documents, one a line of JSON, on standard output; days that have not ended are left out.',
  flags: {
    industry: { value: 'ID', required: true, what: 'the industry' },
    period: {
      value: 'daily|monthly|yearly',
      required: true,
      what: 'which documents; months and years are named by any day in them',
    },
    from: { value: 'DD/MM/YYYY', required: true, what: 'first business day' },
    to: { value: 'DD/MM/YYYY', required: true, what: 'last business day' },
  },
} as const;
const PERIODS: Readonly<Record<string, Period>> = { daily: 'DAILY', monthly: 'MONTHLY', yearly: 'YEARLY' };

/** Months and years are named by any day in them. */
const startOf = (period: Period, date: BusinessDate): BusinessDate =>
  period === 'DAILY' ? date : period === 'MONTHLY' ? firstOfMonth(date) : firstOfYear(date);

await runCommand(COMMAND, async ({ values }) => {
  const period = Object.hasOwn(PERIODS, values.period) ? PERIODS[values.period] : undefined;
  if (period === undefined) throw new Error(`--period is '${values.period}', allowed are daily, monthly and yearly`);
  const [from, to] = requireSpan(values);
  const { context, close } = await openService();
  try {
    const industry = await requireIndustry(context, values.industry);
    const yesterday = addDays(businessDateOf(industry.clock, context.clock.now()), -1);
    const units = new Map([...industry.units.values()].map((unit) => [unit.unitKey, unit.current.unitId]));
    const span = {
      industryId: industry.industryId,
      units,
      period,
      from: startOf(period, from),
      to: to < yesterday ? to : yesterday,
    };
    for await (const stored of exportDocuments(context.database, industry.industryKey, span)) {
      const line = `${JSON.stringify(exportedDocument(stored))}\n`;
      if (!process.stdout.write(line)) await once(process.stdout, 'drain');
    }
    return 0;
  } finally {
    await close();
  }
});
