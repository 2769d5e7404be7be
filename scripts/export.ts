import { once } from 'node:events';
import type { Context } from '../src/context.ts';
import { exportedDocument } from '../src/kernel/document/ids.ts';
import { type Industry, unitIdsByKey } from '../src/kernel/industry/industry.ts';
import { withRetired } from '../src/kernel/industry/retired.ts';
import { USUAL_CSV } from '../src/kernel/format/csv-line.ts';
import { businessDateOf } from '../src/kernel/time/business-clock.ts';
import { addDays, firstOfMonth, firstOfYear } from '../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../src/kernel/time/types.ts';
import { ownOf } from '../src/kernel/own-of.ts';
import { openFigureFile } from '../src/figures/figure-files/figure-files.ts';
import { exportDocuments } from '../src/figures/store/read-documents.ts';
import type { Period } from '../src/figures/store/document-rows.ts';
import { requireIndustry, requireSpan } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';

const COMMAND = {
  name: 'npm run export',
  summary:
    'Processed documents, one a line of JSON, or their figures as a list, on standard output; without the running day.',
  flags: {
    industry: { value: 'ID', required: true, what: 'the industry' },
    period: {
      value: 'daily|monthly|yearly',
      required: true,
      what: 'which documents; months and years are named by any day in them',
    },
    from: { value: 'DD/MM/YYYY', required: true, what: 'first business day' },
    to: { value: 'DD/MM/YYYY', required: true, what: 'last business day' },
    format: {
      value: 'ndjson|csv',
      what: 'ndjson: whole documents, if nothing is said; csv: a line per figure, as GET /api/user/figures gives them',
    },
  },
} as const;
/** Milli-units in the unit that people read. */
const USUAL_DIVISION_FACTOR = 1000;
const FIGURE_PERIODS = { DAILY: 'daily', MONTHLY: 'monthly', YEARLY: 'yearly' } as const;
const PERIODS: Readonly<Record<string, Period>> = { daily: 'DAILY', monthly: 'MONTHLY', yearly: 'YEARLY' };

/** First day of a period, because any day of a month or year may name it. */
const startOf = (period: Period, date: BusinessDate): BusinessDate =>
  period === 'DAILY' ? date : period === 'MONTHLY' ? firstOfMonth(date) : firstOfYear(date);

const print = async (piece: string | Uint8Array): Promise<void> => {
  if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
};

/**
 * Writes a line per figure. Days that are not settled are computed, so that the list agrees with device data v2.
 * `until` is the last day that has ended.
 */
async function writeList(
  context: Context,
  industry: Industry,
  { period, from, to, until }: Readonly<Record<'from' | 'to' | 'until', BusinessDate>> & { readonly period: Period },
): Promise<void> {
  if (to < from) return;
  const file = await openFigureFile(context, industry, {
    period: FIGURE_PERIODS[period],
    from,
    to,
    until,
    unitIds: null,
    format: 'csv',
    csv: USUAL_CSV,
    divisionFactor: USUAL_DIVISION_FACTOR,
  });
  for await (const piece of file) await print(piece);
}

await runCommand(COMMAND, async ({ values }) => {
  const period = ownOf(PERIODS, values.period);
  if (period === undefined) throw new Error(`--period is '${values.period}', allowed are daily, monthly and yearly`);
  const format = values.format ?? 'ndjson';
  if (format !== 'ndjson' && format !== 'csv') throw new Error(`--format is '${format}', allowed are ndjson and csv`);
  const [from, to] = requireSpan(values);
  const { context, close } = await openService();
  try {
    const industry = await requireIndustry(context, values.industry);
    const yesterday = addDays(businessDateOf(industry.clock, context.clock.now()), -1);
    const until = to < yesterday ? to : yesterday;
    if (format === 'csv') {
      await writeList(context, industry, { period, from, to: until, until: yesterday });
      return 0;
    }
    const units = unitIdsByKey(withRetired(industry).units.values());
    const span = {
      industryId: industry.industryId,
      units,
      period,
      from: startOf(period, from),
      to: until,
    };
    for await (const stored of exportDocuments(context.database, industry.industryKey, span)) {
      await print(`${JSON.stringify(exportedDocument(stored))}\n`);
    }
    return 0;
  } finally {
    await close();
  }
});
