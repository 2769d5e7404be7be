import { strict } from '../../../kernel/field-kinds.ts';
import type { z } from 'zod';
import { toleratedSilenceMinutes, type Unit, UNIT_GROUPS } from '../../../kernel/measure/unit.ts';
import { MINUTE_MS } from '../../../kernel/time/durations.ts';
import type { ConditionSettings, Judged, ReadingsInput } from '../types.ts';
import { condition, lookAt, lengthMinutes } from './condition.ts';

/** The day view's own limit (specification, States and transitions: Unit). */
const LEAST_SILENCE_MINUTES = 60;
/** The longest that an unset limit can be: three intervals of a day each. */
const LONGEST_MINUTES = 3 * 24 * 60;

/** null: an hour, or three update intervals of the unit where that is longer. */
const settings = strict({ silenceMinutes: lengthMinutes.nullable().default(null) });
type Settings = z.output<typeof settings>;

/** Minutes of silence that a unit may have. */
const limitMinutesOf = ({ dataUpdateFrequencySeconds }: Unit, { silenceMinutes }: Settings): number =>
  silenceMinutes ?? toleratedSilenceMinutes(dataUpdateFrequencySeconds, LEAST_SILENCE_MINUTES);

/** Minutes of silence that a rule allows. */
export const silenceLimitMinutesOf = (unit: Unit, rule: ConditionSettings): number =>
  limitMinutesOf(unit, settings.parse(rule));

function judgeSilence({ unit, readings, lastSeenBefore, until }: ReadingsInput, own: Settings): Judged[] {
  const limit = limitMinutesOf(unit, own);
  const looks: Judged[] = [];
  const silentFrom = (seen: number | null, to: number): boolean => {
    if (seen === null || to - seen <= limit * MINUTE_MS) return false;
    looks.push(lookAt(seen + limit * MINUTE_MS, 'breach', { value: limit, limit }));
    return true;
  };
  // Repeated looks let the hold time pass, and let a silence that was resolved by hand fire again.
  const stillSilent = (seen: number, at: number): void => {
    const value = Math.floor((at - seen) / MINUTE_MS);
    looks.push({ ...lookAt(at, 'breach', { value, limit }), goesOn: seen + limit * MINUTE_MS });
  };
  let seen = lastSeenBefore;
  for (const { epochMs, estimated } of readings) {
    if (estimated) continue;
    const wasSilent = silentFrom(seen, epochMs);
    if (wasSilent && seen !== null) stillSilent(seen, epochMs - 1);
    const silentMinutes = wasSilent && seen !== null ? (epochMs - seen) / MINUTE_MS : 0;
    looks.push(lookAt(epochMs, 'clear', { value: silentMinutes, limit }));
    seen = epochMs;
  }
  if (silentFrom(seen, until) && seen !== null) stillSilent(seen, until);
  return looks;
}

export const DEVICE_STATUS = condition({
  says: 'The device is offline',
  settings,
  defaults: { holdMinutes: 0, recoverMinutes: 0 },
  kinds: ['readings'],
  groups: UNIT_GROUPS.filter((group) => group !== 'VIRTUAL'),
  lookBackMinutes: ({ silenceMinutes }) => silenceMinutes ?? LONGEST_MINUTES,
  judge: judgeSilence,
});
