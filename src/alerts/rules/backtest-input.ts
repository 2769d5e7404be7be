import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { ReplaySpan } from './backtest.ts';
import { lookAt } from './conditions/condition.ts';
import type { AlertInput, Judged, ReadingsInput } from './types.ts';

/* Input of a replay in one of its parts, which is read without those before. */

/** The last genuine reading or birth that the input knows; null: none. */
export function lastSeenIn(input: AlertInput): EpochMillis | null {
  if (input.kind !== 'readings') return null;
  const seen = lastGenuine(input, Infinity) ?? input.lastSeenBefore;
  const { until } = input;
  const born = input.deaths?.findLast(({ endedAt }) => endedAt !== null && endedAt <= until)?.endedAt ?? null;
  return seen === null || born === null ? (seen ?? born) : Math.max(seen, born);
}

const lastGenuine = ({ readings }: ReadingsInput, before: EpochMillis): EpochMillis | null =>
  readings.findLast(({ epochMs, estimated }) => !estimated && epochMs < before)?.epochMs ?? null;

/** The input of a part, with when the unit was heard last in those before. */
export function goingOn(input: AlertInput, lastSeen: EpochMillis | null): AlertInput {
  if (input.kind !== 'readings' || input.lastSeenBefore !== null || lastSeen === null) return input;
  const [first] = input.readings;
  return first === undefined || lastSeen < first.epochMs ? { ...input, lastSeenBefore: lastSeen } : input;
}

/** Looks at readings alone. A look that only says that a breach lasts to the end of the read is left out. */
export const ownLooks = (looks: readonly Judged[]): readonly Judged[] =>
  looks.filter(({ goesOn }) => goesOn === undefined);

/** Looks as they are drawn. A silence grows from where the part begins to where the part ends. */
export function drawnLooks(input: AlertInput, looks: readonly Judged[], part: ReplaySpan): readonly Judged[] {
  if (input.kind !== 'readings' || !looks.some(({ goesOn }) => goesOn !== undefined)) return ownLooks(looks);
  const seen = lastGenuine(input, part.fromEpochMs) ?? input.lastSeenBefore;
  const begin =
    seen === null ? [] : [lookAt(part.fromEpochMs, 'between', { value: (part.fromEpochMs - seen) / MINUTE_MS })];
  return [...begin, ...looks.map((look) => ({ ...look, at: Math.min(look.at, part.untilEpochMs - 1) }))];
}
