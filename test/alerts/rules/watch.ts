import { CONDITIONS } from '../../../src/alerts/rules/conditions.ts';
import { INITIAL_STATE, type MachineTransition, step } from '../../../src/alerts/rules/incident.ts';
import type {
  AlertInput,
  AlertType,
  HoldTimes,
  ReadingsInput,
  WatchedReading,
} from '../../../src/alerts/rules/types.ts';
import type { Unit } from '../../../src/kernel/measure/unit.ts';
import { DAY_START } from '../../figures/rules/processors/builders.ts';

const MINUTE_MS = 60_000;

/** What a rule says of an input, by the type's own hold times unless others are given. */
export function watched(
  alertType: AlertType,
  input: AlertInput,
  settings: Record<string, unknown>,
  times?: HoldTimes,
): readonly MachineTransition[] {
  const { settings: schema, judge, defaults } = CONDITIONS[alertType];
  return step(INITIAL_STATE, judge(input, schema.parse(settings)), times ?? defaults).transitions;
}

const isoOf = (at: number): string => new Date(at).toISOString().replace(':00.000Z', 'Z');

/** Kinds and instants alone. */
export const told = (...asked: Parameters<typeof watched>): string[] =>
  watched(...asked).map(({ kind, at }) => `${kind} ${isoOf(at)}`);

/** An instant of the test day, minutes from its start, as {@link told} writes it. */
export const minuteIso = (minute: number): string => isoOf(DAY_START + minute * MINUTE_MS);

export const readingsOf = (unit: Unit, readings: readonly WatchedReading[], until?: number): ReadingsInput => ({
  kind: 'readings',
  unit,
  readings,
  lastSeenBefore: null,
  until: until ?? (readings.at(-1)?.epochMs ?? 0) + 1,
  nightBandAt: () => null,
});

/** A reading so many minutes from the start of the test day. */
export const reading = (minute: number, value: number | null, more: Partial<WatchedReading> = {}): WatchedReading => ({
  epochMs: DAY_START + minute * MINUTE_MS,
  value,
  register: null,
  estimated: false,
  parameters: {},
  ...more,
});

/** Readings at even distances from the start of the test day on. */
export const every = (minutes: number, values: readonly (number | null)[]): WatchedReading[] =>
  values.map((value, index) => reading(index * minutes, value));
