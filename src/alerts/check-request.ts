import type { DataContext } from '../context.ts';
import type { AlertRequest } from './rules/alert-request.ts';
import { silenceLimitMinutesOf } from './rules/conditions/silence.ts';
import type { Checked } from './rules/facts.ts';
import { ratesOf } from './rules/rates.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { unitOverTime } from '../kernel/industry/unit-over-time.ts';
import { exactToBillionths } from '../kernel/measure/exact.ts';
import { sumOrNull } from '../figures/rules/processors/numbers.ts';
import { businessAt } from '../kernel/time/business-clock.ts';
import { DAY_MS, MINUTE_MS } from '../kernel/time/durations.ts';
import { lastHeardBefore } from './store/span-readings.ts';
import { watchedReadings } from './store/watched-readings.ts';

const UNCHECKED: Checked = { verdict: 'unchecked' };
/** Longest claim without flow that is held against readings. */
const MOST_DAYS = 60;

/**
 * Spec gap: the claim of a request is compared with the readings where these can tell, which is silence and days
 * without flow. The alert is dispatched in any case, and its messages say what the readings show.
 */
export function checkRequest(context: DataContext, industry: Industry, request: AlertRequest): Promise<Checked> {
  if (request.alertType === 'device_status') return checkSilence(context, industry, request);
  return request.alertType === 'no_flow_n_days' ? checkNoFlow(context, industry, request) : Promise.resolve(UNCHECKED);
}

async function checkSilence(
  { database, clock }: DataContext,
  industry: Industry,
  { unit, createdOn, isOver }: AlertRequest,
): Promise<Checked> {
  const { unitKey, current } = unit;
  // A reading after the claim does not deny it.
  const at = Math.min(createdOn ?? Infinity, clock.now());
  const until = { at: businessAt(industry.clock, at + 1), instant: at + 1 };
  const last = (await lastHeardBefore(database, [unitKey], until)).get(unitKey) ?? null;
  // A virtual unit sends nothing. When a unit that has never sent should have begun is not known.
  if (last === null || current.group === 'VIRTUAL') return UNCHECKED;
  const limitMinutes = silenceLimitMinutesOf(unitOverTime(industry.clock, unit)(at), {});
  const isHeard = last > at - limitMinutes * MINUTE_MS;
  return isHeard === isOver ? { verdict: 'confirmed', at: last } : { verdict: 'denied', at: last, passed: null };
}

/** The days that are claimed, up to the instant of the claim. */
async function checkNoFlow(
  { database, clock }: DataContext,
  industry: Industry,
  { unit, createdOn, value, threshold }: AlertRequest,
): Promise<Checked> {
  const { unitKey, current } = unit;
  const days = value ?? threshold;
  const isMeter = current.group === 'FLOW' || current.group === 'CONSUMPTION';
  if (!isMeter || days === null || days <= 0 || days > MOST_DAYS) return UNCHECKED;
  const until = Math.min(createdOn ?? Infinity, clock.now());
  const from = until - days * DAY_MS;
  const readings = await watchedReadings(
    database,
    [{ unitKey, fromAt: businessAt(industry.clock, from) }],
    businessAt(industry.clock, until + 1),
    new Set(),
  );
  const unitAt = unitOverTime(industry.clock, unit);
  const rates = ratesOf(unitAt, readings.get(unitKey) ?? []);
  const passed = sumOrNull(
    rates.map(({ perHour, overHours }) => (perHour === null ? null : exactToBillionths(perHour * overHours))),
  );
  if (passed !== null && passed > 0)
    return { verdict: 'denied', at: from, passed: { value: passed, unit: current.siUnit } };
  // Unmeasured time proves nothing, because water may have passed.
  const isMeasured = rates.length > 0 && rates.every(({ perHour }) => perHour !== null);
  const isWhole = isMeasured && (rates[0]?.epochMs ?? 0) - from <= silenceLimitMinutesOf(unitAt(from), {}) * MINUTE_MS;
  return isWhole ? { verdict: 'confirmed', at: from } : UNCHECKED;
}
