import { strict } from '../../../kernel/field-kinds.ts';
import type { z } from 'zod';
import { toleratedSilenceMinutes, type Unit, UNIT_GROUPS } from '../../../kernel/measure/unit.ts';
import { MINUTE_MS } from '../../../kernel/time/durations.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import type { ConditionSettings, Judged, ReadingsInput } from '../types.ts';
import { condition, lookAt, lengthMinutes } from './condition.ts';

/** The day view's own limit (specification, States and transitions: Unit). */
export const LEAST_SILENCE_MINUTES = 60;
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

interface Heard {
  readonly at: EpochMillis;
  /** The network told then that the unit has died, instead. */
  readonly isDeath: boolean;
}

/** Genuine readings, deaths and the births that end them, in order of time. A reading of the same instant is before. */
function* heardAndDied({ readings, deaths = [], until }: ReadingsInput): Generator<Heard> {
  const told = deaths
    .flatMap(({ diedAt, endedAt }): Heard[] => [
      { at: diedAt, isDeath: true },
      ...(endedAt === null ? [] : [{ at: endedAt, isDeath: false }]),
    ])
    .filter(({ at }) => at <= until);
  let next = 0;
  for (const { epochMs, estimated } of readings) {
    if (estimated) continue;
    for (let one = told[next]; one !== undefined && one.at < epochMs; one = told[(next += 1)]) yield one;
    yield { at: epochMs, isDeath: false };
  }
  yield* told.slice(next);
}

function judgeSilence(input: ReadingsInput, own: Settings): Judged[] {
  const { unitAt, lastSeenBefore, until } = input;
  let limit = 0;
  const looks: Judged[] = [];
  /** Looks up to an instant at which nothing was heard. */
  const silentFrom = (seen: number | null, to: number): boolean => {
    if (seen === null || to - seen < limit * MINUTE_MS) return false;
    looks.push(lookAt(seen + limit * MINUTE_MS, 'breach', { value: limit, limit }));
    return true;
  };
  // Repeated looks let the hold time pass, and let a silence that was resolved by hand fire again.
  const stillSilent = (at: number): void => {
    // The millisecond of the look is part of the silence.
    const value = Math.floor((at + 1 - (seen ?? died ?? at)) / MINUTE_MS);
    const goesOn = died ?? (seen ?? at) + limit * MINUTE_MS;
    looks.push({ ...lookAt(at, 'breach', { value, limit, ...(died === null ? {} : { limitKind: 'death' }) }), goesOn });
  };
  // A unit that is told dead is silent at once, and its limit is the silence that it had by then.
  const isDead = (): boolean => died !== null;
  const die = (at: number): void => {
    if (isDead() || (seen !== null && (at < seen || at - seen >= limit * MINUTE_MS))) return;
    limit = seen === null ? 0 : Math.floor((at - seen) / MINUTE_MS);
    died = at;
    looks.push(lookAt(at, 'breach', { value: limit, limit, limitKind: 'death' }));
  };
  const isSilentAt = (at: number): boolean => died !== null || silentFrom(seen, at);
  let seen = lastSeenBefore;
  let died: number | null = null;
  // The interval of the day that is looked at counts. A death has told its own limit.
  const lookUpTo = (at: number): void => {
    if (!isDead()) limit = limitMinutesOf(unitAt(at), own);
  };
  for (const { at, isDeath } of heardAndDied(input)) {
    lookUpTo(at);
    if (isDeath) {
      die(at);
      continue;
    }
    if (seen !== null && at < seen) continue;
    // A reading at the very instant of the limit comes before the silence begins.
    const wasSilent = isSilentAt(at - 1);
    if (wasSilent) stillSilent(at - 1);
    const silentMinutes = wasSilent && seen !== null ? (at - seen) / MINUTE_MS : 0;
    looks.push(lookAt(at, 'clear', { value: silentMinutes, limit }));
    [seen, died] = [at, null];
  }
  lookUpTo(until);
  if (isSilentAt(until)) stillSilent(until);
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
