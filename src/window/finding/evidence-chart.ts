import { html } from 'hono/html';
import type { z } from '@hono/zod-openapi';
import type { FigureRow } from '../../figures/rules/figures/figure-rows.ts';
import { type FindingKind, TANK_KINDS } from '../../findings/rules/kinds.ts';
import type { unitOfIndustry } from '../../industries/http/user/units.ts';
import { COMPARABLE_COVERAGE } from '../../kernel/document/completeness.ts';
import { dateText, dayText, instantText } from '../../kernel/format/date-text.ts';
import { figureText, neededDecimals } from '../../kernel/format/figure-text.ts';
import { addDays, daysBetween, earlierOf, formatRequestDate, laterOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { ReferenceLine } from '../charts/period-chart.ts';
import { dateOf } from '../dates.ts';
import { spanText } from '../figures.ts';
import type { Markup, Visit } from '../page.ts';
import { fill, type Texts } from '../texts.ts';
import { periodsOf, type UnitPeriod } from '../unit/periods.ts';
import { shownSpanOf, type SpanType } from '../unit/span.ts';
import { unitChart } from '../unit/unit-chart.ts';
import type { FindingRow } from './words.ts';

/*
 * The figures around a finding, as the page of its unit draws them, with its days marked and with lines for the usual
 * and for limits.
 */

export type FindingUnit = z.infer<typeof unitOfIndustry>;
type By = Extract<SpanType, 'HOUR' | 'DAY'>;

/** Most days of a finding that is drawn by the hour, and days around it. */
const MOST_DAYS_BY_HOUR = 3;
const DAYS_AROUND_HOURS = 1;
/** Days before and after a finding that is drawn by the day. The newest days are drawn of a long one. */
const DAYS_BEFORE = 28;
const DAYS_AFTER = 7;
const MOST_DAYS = 184;

const HOURS_OF_DAY = 24;
const THOUSANDTHS = 1000;
const PERCENT = 100;

/** Kinds that tell of whole days. */
const BY_DAY: readonly FindingKind[] = ['unusual-use', 'standstill', 'energy-drift'];

interface Days {
  readonly by: By;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** Days that are drawn of a finding. */
export function drawnDays(
  { kind, firstDay, lastDay }: Pick<FindingRow, 'kind' | 'firstDay' | 'lastDay'>,
  today: BusinessDate,
): Days {
  const [first, last] = [dateOf(firstDay), dateOf(lastDay)];
  const upTo = (days: number): BusinessDate => laterOf(first, earlierOf(addDays(last, days), today));
  if (daysBetween(first, last) < MOST_DAYS_BY_HOUR && !BY_DAY.includes(kind))
    return { by: 'HOUR', from: addDays(first, -DAYS_AROUND_HOURS), to: upTo(DAYS_AROUND_HOURS) };
  const to = upTo(DAYS_AFTER);
  return { by: 'DAY', from: laterOf(addDays(first, -DAYS_BEFORE), addDays(to, 1 - MOST_DAYS)), to };
}

type Named = keyof Pick<
  Texts['insights'],
  'lineUsual' | 'lineUsualMost' | 'lineUsualLeast' | 'lineMost' | 'lineLeast' | 'lineLimit'
>;
/** A fact that is drawn as a line, its name, and the factor that makes it a figure of the chart. */
type Line = readonly [fact: string, name: Named, factor: number];

const AMOUNT = 1 / THOUSANDTHS;
const LINES: Readonly<Partial<Record<FindingKind, Readonly<Partial<Record<By, readonly Line[]>>>>>> = {
  leak: {
    HOUR: [['usualMeanHour', 'lineUsual', AMOUNT]],
    DAY: [['usualMeanHour', 'lineUsual', AMOUNT * HOURS_OF_DAY]],
  },
  burst: {
    HOUR: [['usualHighestHour', 'lineUsualMost', AMOUNT]],
    DAY: [['usualPerDay', 'lineUsual', AMOUNT]],
  },
  'unusual-use': {
    DAY: [
      ['usual', 'lineUsual', AMOUNT],
      ['upper', 'lineUsualMost', AMOUNT],
      ['lower', 'lineUsualLeast', AMOUNT],
    ],
  },
  standstill: { DAY: [['usualPerDay', 'lineUsual', AMOUNT]] },
  'quality-outside': {
    HOUR: [
      ['min', 'lineLeast', 1],
      ['max', 'lineMost', 1],
    ],
    DAY: [
      ['min', 'lineLeast', 1],
      ['max', 'lineMost', 1],
    ],
  },
  'energy-drift': {
    DAY: [
      ['usual', 'lineUsual', 1],
      ['upper', 'lineUsualMost', 1],
      ['lower', 'lineUsualLeast', 1],
    ],
  },
};

/** Lines of a kind, or of a tank with a capacity in thousandths of its unit; null: the capacity is not known. */
function linesOf({ kind, evidence }: FindingRow, by: By, capacity: number | null): readonly Line[] {
  if (TANK_KINDS.includes(kind))
    return capacity === null ? [] : [['limitPercent', 'lineLimit', capacity / THOUSANDTHS / PERCENT]];
  const lines = LINES[kind]?.[by] ?? [];
  // Of unusual use the bound that it passed tells enough.
  if (kind !== 'unusual-use') return lines;
  const other = evidence['verdict'] === 'less' ? 'upper' : 'lower';
  return lines.filter(([fact]) => fact !== other);
}

const referencesOf = (
  finding: FindingRow,
  by: By,
  { insights }: Texts,
  capacity: number | null = null,
): readonly ReferenceLine[] =>
  linesOf(finding, by, capacity).flatMap(([fact, name, factor]) => {
    const value = finding.evidence[fact];
    if (typeof value !== 'number') return [];
    const shown = value * factor;
    return [{ value: shown, name: `${insights[name]} ${figureText(shown, neededDecimals(shown))}` }];
  });

const startOf = ({ row, parameters }: UnitPeriod): number | null => {
  const start = row?.start ?? [...parameters.values()][0]?.start;
  return start === undefined ? null : Date.parse(start);
};

/** Hours and days of more than one day or month need their date below the axis and in sentences. */
function dated(
  period: UnitPeriod,
  by: By,
  before: UnitPeriod | undefined,
  { timezone, language }: Visit['clock'],
): UnitPeriod {
  const startMs = startOf(period);
  if (startMs === null) return period;
  const short = by === 'HOUR' && before?.date === period.date ? '' : dayText(Date.parse(period.date), 'utc', language);
  return { ...period, short, long: by === 'HOUR' ? instantText(startMs, timezone, language) : period.long };
}

async function periodsBetween(visit: Visit, unitId: string, { by, from, to }: Days): Promise<readonly UnitPeriod[]> {
  const rows = await visit.lines<FigureRow>('/api/user/figures', {
    unitIds: unitId,
    period: by === 'HOUR' ? 'hourly' : 'daily',
    from: formatRequestDate(from),
    to: formatRequestDate(to),
    format: 'ndjson',
  });
  const periods = periodsOf(rows, shownSpanOf(by, from), visit);
  return periods.map((period, at) => dated(period, by, periods[at - 1], visit.clock));
}

/**
 * Energy for each unit of water by the day. Where one of both is missing or was measured too little, or nothing flowed,
 * there is none.
 */
function perWater(energy: readonly UnitPeriod[], water: readonly UnitPeriod[]): readonly UnitPeriod[] {
  const waterOf = new Map(water.map(({ date, row }) => [date, row]));
  return energy.map((period) => {
    const [used, flowed] = [period.row, waterOf.get(period.date) ?? null];
    return { ...period, row: used === null ? null : { ...used, ...quotientOf(used, flowed), bound: null } };
  });
}

function quotientOf(used: FigureRow, flowed: FigureRow | null): Pick<FigureRow, 'value' | 'coverage'> {
  if (flowed === null || used.coverage === null || flowed.coverage === null) return { value: null, coverage: null };
  const coverage = Math.min(used.coverage, flowed.coverage);
  const isKnown = coverage >= COMPARABLE_COVERAGE && used.value !== null && flowed.value !== null && flowed.value > 0;
  return { value: isKnown ? used.value / flowed.value : null, coverage };
}

/** Capacity of a tank on the last day of a finding, in thousandths of its unit; null: the unit is no tank. */
async function capacityOf({ ask }: Visit, { kind, unitId, lastDay }: FindingRow): Promise<number | null> {
  if (!TANK_KINDS.includes(kind) || unitId === null) return null;
  const { data } = await ask<{ data: { configuration: { maxCapacity: number | null } } }>('/api/user/explain', {
    unitId,
    date: lastDay,
  });
  return data.configuration.maxCapacity;
}

/** The parameter that a finding is about; of a unit that has only parameters its first; null: the main figure. */
function parameterOf({ kind, evidence }: FindingRow, unit: FindingUnit) {
  const parameters = Object.entries(unit.params).map(([name, shown]) => ({ name, ...shown }));
  const named =
    kind === 'quality-outside'
      ? parameters.find(({ displayName }) => displayName === evidence['parameter'])
      : undefined;
  return named ?? (unit.kind === 'QUALITY' ? (parameters[0] ?? null) : null);
}

/** Whether a period is one of a finding's days, or an hour of a silence. */
function marker({ kind, firstDay, lastDay, evidence }: FindingRow): (period: UnitPeriod) => boolean {
  const [first, last] = [dateOf(firstDay), dateOf(lastDay)];
  const { silentSince, silentUntil } = evidence;
  if (kind !== 'silence' || typeof silentSince !== 'string' || evidence['silences'] !== 1)
    return ({ date, hasBegun }) => hasBegun && date >= first && date <= last;
  const since = Date.parse(silentSince);
  const until = typeof silentUntil === 'string' ? Date.parse(silentUntil) : Infinity;
  return (period) => {
    const startMs = startOf(period);
    return period.hasBegun && startMs !== null && startMs >= since && startMs < until;
  };
}

/** Charts of a finding: of its unit, and of both units of a swapped pair. Empty for the industry as a whole. */
export async function evidenceCharts(
  visit: Visit,
  finding: FindingRow,
  units: readonly FindingUnit[],
): Promise<readonly Markup[]> {
  const { texts, clock } = visit;
  const days = drawnDays(finding, clock.today);
  const [first, last] = [dateOf(finding.firstDay), dateOf(finding.lastDay)];
  const marked = fill(texts.insights.marked, {
    days: spanText(dateText(first, visit.language), dateText(last, visit.language), texts),
  });
  const ids = [finding.unitId, finding.swappedWith].filter((id) => id !== null);
  const drawn = units.filter(({ unitId }) => ids.includes(unitId));
  return Promise.all(
    drawn.map(async (unit, at) => {
      // The API gives no figures of days behind the last one of a unit.
      const to = unit.lastDate === null ? days.to : earlierOf(days.to, dateOf(unit.lastDate));
      const parameter = parameterOf(finding, unit);
      const own = await periodsBetween(visit, unit.unitId, { ...days, to });
      const water = units.find(({ unitId }) => unitId === finding.evidence['waterUnitId']);
      const isRatio = finding.kind === 'energy-drift' && water !== undefined;
      const charted = isRatio
        ? {
            // A ratio is drawn as levels are, without a zero line.
            kind: 'GROUND_WATER_LEVEL' as const,
            siUnit: `${unit.siUnit}/${water.siUnit}`,
            periods: perWater(own, await periodsBetween(visit, water.unitId, { ...days, to })),
          }
        : { kind: unit.kind, siUnit: parameter?.siUnit ?? unit.siUnit, periods: own };
      const chart = unitChart(
        charted.periods,
        {
          ...charted,
          parameter,
          about: {
            isMarked: marker(finding),
            references: referencesOf(finding, days.by, texts, await capacityOf(visit, finding)),
            said: marked,
          },
        },
        at,
        texts,
      );
      return drawn.length < 2
        ? chart
        : html`<h3>${unit.unitName}</h3>
            ${chart}`;
    }),
  );
}
