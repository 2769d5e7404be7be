import { coverageOf } from '../../kernel/document/provenance.ts';
import type { DailyDocument, PeriodEntry } from '../../kernel/document/types.ts';
import { dividedBy, MILLI, plus } from '../../kernel/measure/exact.ts';
import type { Unit } from '../../kernel/measure/unit.ts';
import { maxOrNull, minOrNull } from '../../figures/rules/processors/numbers.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { AlertInput, DayPoint, JudgedWindow, TotalPeriod, WatchedDay } from './types.ts';

/* Inputs of conditions, made of processed documents. */

/** Unit of measure of what an input counts: a unit's own, of the industry that of its balance; '': it has none. */
export const siUnitOfInput = (input: AlertInput): string =>
  input.kind === 'balance' ? (input.days.findLast(({ siUnit }) => siUnit !== null)?.siUnit ?? '') : input.unit.siUnit;

const PERCENT = 100;

/** A business day and the unit's document of it; null: it has none. */
export interface DocumentDay extends JudgedWindow {
  readonly date: BusinessDate;
  readonly document: DailyDocument | null;
}

type Point = TotalPeriod['points'][number];

/** A figure in shown units; null: it is none. */
export const inShownUnits = (raw: unknown): number | null => (typeof raw === 'number' ? dividedBy(raw, MILLI) : null);

/** The last reading of an hour; its end where nobody knows. */
const lastOf = ({ x, meta }: PeriodEntry, endEpochMs: EpochMillis): EpochMillis =>
  meta.lastEpoch ?? Math.min(Date.parse(x) + HOUR_MS, endEpochMs) - 1;

/** The hours of these days. */
export const hourPeriods = (days: readonly DocumentDay[]): TotalPeriod[] =>
  days.flatMap(({ endEpochMs, document }) =>
    (document?.hourly ?? []).map((entry): TotalPeriod => {
      const startEpochMs = Date.parse(entry.x);
      const total = inShownUnits(entry.y);
      return {
        startEpochMs,
        endEpochMs: Math.min(startEpochMs + HOUR_MS, endEpochMs),
        points: total === null ? [] : [{ epochMs: lastOf(entry, endEpochMs), total }],
      };
    }),
  );

/**
 * Course of a day's total, a point per hour at the hour's last reading. The last point is the figure of the day,
 * because a formula's figure is not the sum of its hours. Without hourly entries it is the only one.
 */
function pointsOfDay({ endEpochMs, document }: DocumentDay): Point[] {
  const total = inShownUnits(document?.value);
  if (document === null || total === null) return [];
  const points: Point[] = [];
  for (const entry of document.hourly) {
    const hour = inShownUnits(entry.y);
    if (hour !== null)
      points.push({ epochMs: lastOf(entry, endEpochMs), total: plus(points.at(-1)?.total ?? 0, hour) });
  }
  const last = points.at(-1)?.epochMs ?? document.provenance.lastEpoch ?? endEpochMs - 1;
  return [...points.slice(0, -1), { epochMs: last, total }];
}

export const dayPeriods = (days: readonly DocumentDay[]): TotalPeriod[] =>
  days.map((day) => ({ startEpochMs: day.startEpochMs, endEpochMs: day.endEpochMs, points: pointsOfDay(day) }));

/** Course of a month's total. `days` begin with the first one of the month. */
export function monthPeriod(days: readonly DocumentDay[], { startEpochMs, endEpochMs }: JudgedWindow): TotalPeriod {
  const points: Point[] = [];
  for (const day of days) {
    const before = points.at(-1)?.total ?? 0;
    points.push(...pointsOfDay(day).map(({ epochMs, total }) => ({ epochMs, total: plus(before, total) })));
  }
  return { startEpochMs, endEpochMs, points };
}

/** A day as conditions over days look at it; of a tank with its hourly entries. */
export function watchedDay(unit: Unit, day: DocumentDay): WatchedDay {
  const { startEpochMs, endEpochMs, document } = day;
  const isTank = unit.group === 'STOCK' || unit.group === 'GROUND_WATER_LEVEL';
  const points = isTank
    ? levelPoints(unit, day)
    : pointsOfDay(day).map((point) => ({ ...point, lowest: null, highest: null }));
  return { startEpochMs, endEpochMs, points, coverage: document === null ? null : coverageOf(document.provenance) };
}

function levelPoints(unit: Unit, { document, endEpochMs }: DocumentDay): DayPoint[] {
  const points: DayPoint[] = [];
  for (const entry of document?.hourly ?? []) {
    const levels = levelsOf(unit, entry);
    const before = points.at(-1);
    if (levels.length > 0)
      points.push({
        epochMs: lastOf(entry, endEpochMs),
        total: null,
        lowest: minOrNull([before?.lowest ?? null, ...levels]),
        highest: maxOrNull([before?.highest ?? null, ...levels]),
      });
  }
  return points;
}

/**
 * Levels that an hour opened and closed with: percent of a tank, as read of ground water. A tank without a capacity has
 * no level, but its reading is the percent, of which an hour keeps the last.
 */
function levelsOf({ group, maxCapacity }: Unit, { y, y1, percentage }: PeriodEntry): number[] {
  const levels = [y1, y].filter((level) => typeof level === 'number');
  if (group === 'GROUND_WATER_LEVEL') return levels;
  if (maxCapacity === null) return typeof percentage === 'number' ? [percentage] : [];
  return maxCapacity === 0 ? [] : levels.map((level) => dividedBy(level * PERCENT, maxCapacity));
}
