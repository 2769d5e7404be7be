import { mapInPieces } from '../../kernel/pieces.ts';
import type { DataContext } from '../../context.ts';
import { divisorFor } from '../rules/device-data/categories.ts';
import { inBatches } from '../../kernel/in-batches.ts';
import { completenessOf, partsOfSpan } from '../../kernel/document/completeness.ts';
import { invalid } from '../../kernel/errors.ts';
import {
  type FigureFormat,
  type FigurePeriod,
  figureRows,
  type FigureRow,
  toldOf,
  toldOfHour,
  wholeOf,
} from '../rules/figures/figure-rows.ts';
import { partOfBucket } from '../rules/figures/unit-span.ts';
import { type Industry, requireUnit, type StoredUnit } from '../../kernel/industry/industry.ts';
import { countsOn, industryFrom, withRetired } from '../../kernel/industry/retired.ts';
import { businessDateOf, dayStart } from '../../kernel/time/business-clock.ts';
import {
  addDays,
  addMonths,
  eachDate,
  earlierOf,
  firstOfMonth,
  firstOfNextYear,
  firstOfYear,
  formatRequestDate,
  laterOf,
} from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { CsvStyle } from '../../kernel/format/csv-line.ts';
import { firstReadingDate } from '../../readings/store/readings.ts';
import { readSpans } from '../read-spans.ts';
import { readYears } from '../read-years.ts';
import { figureFile } from '../writers/figure-file.ts';

interface FiguresAsked {
  readonly period: FigurePeriod;
  /** First and last business day; months and years are named by any day in them. */
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  /** Days after it count in no month or year; absent: all that have begun do. */
  readonly until?: BusinessDate;
  readonly unitIds: readonly string[];
  /** Divisor of the figures, not 0. */
  readonly divisionFactor: number;
}

interface FigureFileAsked extends Omit<FiguresAsked, 'unitIds'> {
  /** null: all of the industry. */
  readonly unitIds: readonly string[] | null;
  readonly format: FigureFormat;
  readonly csv: CsvStyle;
}

/**
 * Figures as a file of any length. Unread parts take no memory.
 * @throws ServiceError 404 for a unit that is not the industry's, 1403 for a range that ends before it begins, and
 * every error of the first read, because an answer that cannot be given must not begin.
 */
export async function openFigureFile(
  context: DataContext,
  inUse: Industry,
  asked: FigureFileAsked,
): Promise<AsyncIterable<Uint8Array>> {
  const industry = industryFrom(inUse, asked.from);
  if (asked.to < asked.from)
    throw invalid(1403, 'to', `'${formatRequestDate(asked.to)}' is before from, '${formatRequestDate(asked.from)}'`);
  for (const unitId of asked.unitIds ?? []) requireUnit(industry, unitId);
  const unitIds = asked.unitIds ?? [...industry.units.keys()];
  const rows = readFigureRows(context, industry, { ...asked, unitIds });
  const first = await rows.next();
  return figureFile(first.done === true ? nothing() : resumed(first.value, rows), asked.format, asked.csv);
}

async function* resumed<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

async function* nothing(): AsyncGenerator<never> {}

/** Unit days read at a time, so that memory does not grow with the range. */
const UNIT_DAYS_PER_READ = 2_000;

/**
 * Figures in order of period and unit, some days at a time: those of device data v2 over the same days. The first day
 * is that of the industry's first reading, the last one is the running day. Rows bypass the memory of figures, because
 * an export would drive everything else out.
 */
export async function* readFigureRows(
  { database, clock }: DataContext,
  industry: Industry,
  asked: FiguresAsked,
): AsyncGenerator<readonly FigureRow[]> {
  const context = { database, clock };
  const { unitIds, divisionFactor, until } = asked;
  const { units } = withRetired(industry);
  const first = await firstReadingDate(
    database,
    [...units.values()].map(({ unitKey }) => unitKey),
  );
  if (first === null) return;
  const from = laterOf(asked.from, first);
  const to = earlierOf(asked.to, businessDateOf(industry.clock, clock.now()));
  switch (asked.period) {
    case 'hourly':
      for (let date = from; date <= to; date = addDays(date, 1))
        yield* rowsOf(await readSpans(context, industry, unitIds, { kind: 'HOURS', date }), () => date, asked);
      return;
    case 'daily':
      for (const dates of daysOfReads(
        unitIds.flatMap((unitId) => units.get(unitId) ?? []),
        from,
        to,
      )) {
        const spans = await readSpans(context, industry, unitIds, { kind: 'DAYS', dates });
        for await (const rows of rowsOf(spans, (at) => dates[at] ?? from, asked))
          // Days behind a unit's retirement are none of its days.
          yield rows.filter(({ unitId, date: of }) => countsOn(units.get(unitId) ?? {}, of));
      }
      return;
    case 'monthly':
      for (let month = firstOfMonth(from); month <= to; month = addMonths(month, 1)) {
        const spans = await readSpans(context, industry, unitIds, {
          kind: 'MONTHS',
          months: [month],
          ...(until === undefined ? {} : { until }),
        });
        yield* rowsOf(spans, () => month, asked);
      }
      return;
    case 'yearly':
      for (let year = firstOfYear(from); year <= to; year = firstOfNextYear(year)) {
        const spans = (await readYears(context, industry, unitIds, [year], until)).get(year) ?? new Map();
        const start = new Date(dayStart(industry.clock, year)).toISOString();
        yield [...spans.values()].flatMap((span) =>
          figureRows(
            span.unit,
            year,
            wholeOf(span, start),
            divisorFor(span.unit, span.unit, divisionFactor),
            toldOf(completenessOf(partsOfSpan(span))),
          ),
        );
      }
  }
}

/** Days that are read together. A unit is the same in all of them, because a row tells of the unit on its day. */
function* daysOfReads(units: readonly StoredUnit[], from: BusinessDate, to: BusinessDate): Generator<BusinessDate[]> {
  const changes = new Set(units.flatMap(({ versions }) => versions.map(({ effectiveFrom }) => effectiveFrom)));
  let alike: BusinessDate[] = [];
  for (const date of eachDate(from, to)) {
    if (changes.has(date)) {
      yield* inBatches(alike, UNIT_DAYS_PER_READ, units.length);
      alike = [];
    }
    alike.push(date);
  }
  yield* inBatches(alike, UNIT_DAYS_PER_READ, units.length);
}

type Spans = Awaited<ReturnType<typeof readSpans>>;

/** Period by period, and in each the units in their order. */
async function* rowsOf(
  spans: Spans,
  dateAt: (index: number) => BusinessDate,
  { period, divisionFactor }: Pick<FiguresAsked, 'period' | 'divisionFactor'>,
): AsyncGenerator<readonly FigureRow[]> {
  const units = [...spans.values()];
  const periods = units.reduce((most, { entries }) => Math.max(most, entries.length), 0);
  for (let at = 0; at < periods; at += 1) {
    const rows = await mapInPieces(units, ({ unit, entries }) => {
      const entry = entries[at];
      if (entry === undefined) return [];
      const told = period === 'hourly' ? toldOfHour(unit, entry) : toldOf(completenessOf([partOfBucket(unit, entry)]));
      return figureRows(unit, dateAt(at), entry, divisorFor(unit, unit, divisionFactor), told);
    });
    yield rows.flat();
  }
}
