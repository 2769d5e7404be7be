import { provenanceFrom, sumCounts } from '../../../kernel/document/provenance.ts';
import { unheardOf } from '../../../kernel/document/unheard.ts';
import type { DailyDocument, DocumentMeta, Figure, PeriodEntry, Provenance } from '../../../kernel/document/types.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { firstKnown, lastKnown, maxOrNull, meanOrNull, numberOrNull, sumOrNull } from '../processors/numbers.ts';
import {
  composeMeans,
  composeParameterValues,
  meansAmong,
  nullWhenEmpty,
  type Unlike,
} from '../processors/parameters.ts';
import { sum } from '../../../kernel/measure/exact.ts';
import type { BusinessClock, EpochMillis } from '../../../kernel/time/types.ts';
import {
  boundOfAll,
  lacksMuch,
  type MeasuredPart,
  metersOf,
  NATURES,
  partOfEntry,
} from '../../../kernel/document/completeness.ts';
import { slotsOfHours } from './unit-span.ts';

/** The clock by which days begin at midnight, in the zone that the industry's own clock has. */
export const calendarClockOf = ({ timezone, history }: BusinessClock): BusinessClock => ({
  timezone,
  ...MIDNIGHT,
  ...(history === undefined ? {} : { history: history.map((rule) => ({ ...rule, ...MIDNIGHT })) }),
});
const MIDNIGHT = { shiftStartAt: '00:00:00', daysOffset: 0 } as const;

interface Window {
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
  /** Hours that begin later are not counted. */
  readonly nowEpochMs: EpochMillis;
}

/** A business day that touches the day, with its hours, and the end of that business day. */
interface TouchingDay {
  readonly document: DailyDocument;
  readonly endEpochMs: EpochMillis;
}

/**
 * A unit's day from midnight to midnight, of the hours that begin in it; an hour that midnight cuts is two. Amounts add
 * up, levels are the last one, parameters the mean of the hourly means. null when no hour of it has begun.
 *
 * @param days that touch it, ascending
 */
export function calendarDay(
  unit: Unit,
  window: Window,
  days: readonly TouchingDay[],
  unlike: Unlike,
): DailyDocument | null {
  const touching = days.flatMap(({ document, endEpochMs }) => {
    const hours = document.hourly.filter((hour) => begins(hour, window));
    const slots = slotsOfHours(document, endEpochMs, window.nowEpochMs);
    const measured = document.hourly.flatMap((hour, index) =>
      begins(hour, window) ? [partOfEntry(unit.unitId, NATURES[unit.group], hour, slots[index] ?? 0)] : [],
    );
    return hours.length === 0 ? [] : [{ document, hours, measured }];
  });
  const [first] = touching;
  if (first === undefined) return null;
  const hourly = touching.flatMap(({ hours }) => hours);
  const parts = touching.map(({ document }) => document.provenance);
  const version = Math.min(...parts.map(({ algorithmVersion }) => algorithmVersion));
  return {
    ...first.document,
    hourly,
    value: valueOf(unit, hourly, unlike),
    ...parametersOf(unit, hourly, unlike),
    meta: {
      ...metaOf(unit, hourly, touching.at(-1)?.document.meta ?? first.document.meta),
      ...(unit.group === 'STOCK' ? { openingStock: openingStockOf(days, window) } : {}),
    },
    provenance: {
      ...provenanceFrom(
        countsOf(
          touching.flatMap(({ measured }) => measured),
          hourly,
        ),
        version,
      ),
      ...(unit.group === 'VIRTUAL' ? metersAndBound(touching) : {}),
      ...(parts.some(({ provisional }) => provisional === true) ? { provisional: true } : {}),
      ...(parts.some(({ failed }) => failed === true) ? { failed: true } : {}),
    },
  };
}

const begins = ({ x }: PeriodEntry, { startEpochMs, endEpochMs, nowEpochMs }: Window): boolean => {
  const at = Date.parse(x);
  return at >= startEpochMs && at < endEpochMs && at <= nowEpochMs;
};

const numbersOf = (hours: readonly PeriodEntry[]): (number | null)[] => hours.map(({ y }) => numberOrNull(y));

function valueOf(unit: Unit, hours: readonly PeriodEntry[], unlike: Unlike): Figure {
  switch (unit.group) {
    case 'STOCK':
    case 'GROUND_WATER_LEVEL':
      return lastKnown(numbersOf(hours));
    case 'QUALITY':
      return nullWhenEmpty(composeMeans(meansAmong(hours.map(({ y }) => y)), unlike));
    default:
      return sumOrNull(numbersOf(hours));
  }
}

function parametersOf(unit: Unit, hours: readonly PeriodEntry[], unlike: Unlike): Pick<DailyDocument, 'paramValue'> {
  const means = hours.flatMap(({ py }) => (py === undefined ? [] : [py]));
  return means.length === 0 ? {} : { paramValue: composeParameterValues(unit, means, unlike) };
}

function metaOf(unit: Unit, hours: readonly PeriodEntry[], lastDay: DocumentMeta): DocumentMeta {
  const { energySaved: _saved, energySavedCoverage: _coverage, unheard: _ofDay, ...kept } = lastDay;
  const offline = {
    offlineCount: sum(hours.map(({ offlineCount }) => offlineCount)),
    offlineDuration: sum(hours.map(({ offlineDuration }) => offlineDuration)),
  };
  const unheard = unheardOf(hours.map((hour) => hour.unheard));
  switch (unit.group) {
    case 'STOCK':
      return {
        ...kept,
        // That of the closing level, which has none when the tank is empty.
        percentage:
          hours.findLast(({ y, percentage }) => y !== null || (percentage ?? null) !== null)?.percentage ?? null,
        ...offline,
      };
    case 'GROUND_WATER_LEVEL':
      return {
        ...kept,
        average: meanOrNull(numbersOf(hours)) ?? 0,
        lastEpoch: lastKnown(hours.map(({ meta }) => meta.lastEpoch)),
        ...offline,
      };
    case 'QUALITY':
    case 'VIRTUAL':
      return { ...kept, ...offline, ...unheard };
    default:
      return {
        ...kept,
        ir: firstKnown(hours.map(({ ir }) => ir ?? null)),
        fr: lastKnown(hours.map(({ fr }) => fr ?? null)),
        nonZero: sum(hours.map(({ nonZero }) => nonZero ?? 0)),
        offlineValue: sum(hours.map(({ offlineValue }) => offlineValue ?? 0)),
        ...unheard,
        ...offline,
      };
  }
}

/** The last level before the day, as a business day opens with the one before it. */
function openingStockOf(days: readonly TouchingDay[], { startEpochMs }: Window): number {
  const earlier = days.flatMap(({ document }) => document.hourly.filter(({ x }) => Date.parse(x) < startEpochMs));
  return lastKnown(numbersOf(earlier)) ?? days[0]?.document.meta.openingStock ?? 0;
}

/** Slots of the business days that touch the day, as far as they lie in it. */
function countsOf(parts: readonly MeasuredPart[], hours: readonly PeriodEntry[]) {
  const counts = sumCounts(parts);
  // Slots are whole. Shares of four digits part them among hours.
  return {
    slotsExpected: Math.round(counts.slotsExpected),
    slotsGenuine: Math.round(counts.slotsGenuine),
    readingsUsed: Math.round(counts.readingsUsed),
    readingsEstimated: Math.round(counts.readingsEstimated),
    lastEpoch: maxOrNull(hours.map(({ meta }) => meta.lastEpoch)),
  };
}

/** Meters and bound of a formula's day, from the business days that touch it. */
function metersAndBound(
  touching: readonly { readonly document: DailyDocument; readonly measured: readonly MeasuredPart[] }[],
): Pick<Provenance, 'meters' | 'metersMeasured' | 'bound'> {
  const counted = touching.map(({ document }) => metersOf(document.provenance));
  const meters = Math.max(...counted.map((one) => one.meters));
  const parts = touching.flatMap(({ measured }) => measured);
  const bound = lacksMuch({ ...sumCounts(parts), meters }) ? boundOfAll(parts.map((part) => part.bound ?? null)) : null;
  return {
    meters,
    metersMeasured: Math.max(...counted.map(({ metersMeasured }) => metersMeasured)),
    ...(bound === null ? {} : { bound }),
  };
}
