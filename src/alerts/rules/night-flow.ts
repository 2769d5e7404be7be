import { DateTime } from 'luxon';
import { exactToBillionths } from '../../kernel/measure/exact.ts';
import { MAD_TO_DEVIATION, medianAndDistance } from '../../kernel/statistics.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import { ruleOn } from '../../kernel/time/business-clock.ts';
import type { BusinessClock, BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { type DocumentDay, inShownUnits } from './inputs.ts';
import type { NightBand } from './types.ts';

/*
 * Minimum night flow (MNF), the indicator of leakage that the IWA's Water Loss Specialist Group recommends: the lowest
 * hourly flow between 02:00 and 04:00, when legitimate use is least (Farley and Trow, Losses in Water Distribution
 * Networks, IWA Publishing 2003). The part above usual night use is the excess night flow.
 */

/** Local hours of the night that are looked at; the last one is where it ends. */
export const NIGHT_HOURS = { from: 2, to: 4 } as const;
/** A night of which less was measured says nothing. */
export const LEAST_NIGHT_COVERAGE = 0.9;
/** The baseline is made of so many nights before, and of no fewer than the least. */
export const BASELINE_NIGHTS = 28;
const LEAST_BASELINE_NIGHTS = 7;
/** Deviations that the upper bound lies above the baseline. */
const BAND_DEVIATIONS = 3;
/** The band is at least this share of the baseline wide, because meters count in steps. */
const LEAST_WIDTH_SHARE = 0.1;
/**
 * Least width of the band in shown units per hour, for units without usual night flow, because one step of a meter is
 * no leak.
 */
const LEAST_WIDTH = 0.001;

/** One night of one unit, with the business date of its hours. */
export interface Night {
  readonly date: BusinessDate;
  /** Shown units per hour; null: too little was measured. */
  readonly lowestPerHour: number | null;
  /** Genuine slots / expected slots of its hours. */
  readonly coverage: number;
}

/** Hours of a business day that lie in the night, as starts since the day's start; at a half hour's shift it is one. */
export function nightHoursOf(clock: BusinessClock, { date, startEpochMs, endEpochMs }: Omit<DocumentDay, 'document'>) {
  const zone = ruleOn(clock, date).timezone;
  const hours: EpochMillis[] = [];
  for (let start = startEpochMs; start + HOUR_MS <= endEpochMs; start += HOUR_MS) {
    const local = DateTime.fromMillis(start, { zone });
    const hour = local.hour + local.minute / 60;
    if (hour >= NIGHT_HOURS.from && hour + 1 <= NIGHT_HOURS.to) hours.push(start);
  }
  return hours;
}

/** The night of a unit's day. @param hours as {@link nightHoursOf} gives them for the day */
export function nightOf({ date, document }: DocumentDay, hours: readonly EpochMillis[]): Night {
  const entries = hours.map((start) => document?.hourly.find(({ x }) => Date.parse(x) === start));
  const flows = entries.flatMap((entry) => inShownUnits(entry?.y) ?? []);
  const covered = entries.reduce((sum, entry) => sum + (entry?.coverage ?? 0), 0);
  const coverage = hours.length === 0 ? 0 : exactToBillionths(covered / hours.length);
  const isMeasured = coverage >= LEAST_NIGHT_COVERAGE && flows.length > 0;
  return { date, lowestPerHour: isMeasured ? Math.min(...flows) : null, coverage };
}

/** Baseline and band of the nights before one; null with fewer than seven that were measured. */
export function nightBand(before: readonly Night[]): NightBand | null {
  const flows = before.flatMap(({ lowestPerHour }) => lowestPerHour ?? []);
  if (flows.length < LEAST_BASELINE_NIGHTS) return null;
  const { median: baseline, distance } = medianAndDistance(flows);
  const width = Math.max(BAND_DEVIATIONS * MAD_TO_DEVIATION * distance, LEAST_WIDTH_SHARE * baseline, LEAST_WIDTH);
  return {
    baseline: exactToBillionths(baseline),
    lower: exactToBillionths(Math.max(0, baseline - width)),
    upper: exactToBillionths(baseline + width),
    nights: flows.length,
  };
}

/** A night with the band of the 28 business days before it. */
export interface BandedNight extends Night {
  readonly band: NightBand | null;
}

/** @param nights of neighbouring business days, ascending */
export const bandedNights = (nights: readonly Night[]): BandedNight[] =>
  nights.map((night, index) => ({
    ...night,
    band: nightBand(nights.slice(Math.max(0, index - BASELINE_NIGHTS), index)),
  }));
