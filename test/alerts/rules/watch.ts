import { CONDITIONS } from '../../../src/alerts/rules/conditions.ts';
import { INITIAL_STATE, type MachineTransition, step } from '../../../src/alerts/rules/incident.ts';
import type {
  AlertInput,
  AlertType,
  HoldTimes,
  Judged,
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
  const looks = looksAt(alertType, input, settings);
  return step(INITIAL_STATE, looks, times ?? CONDITIONS[alertType].defaults).transitions;
}

export type Settings = Readonly<Record<string, unknown>>;

/** The looks of a type's condition at an input. */
export function looksAt(alertType: AlertType, input: AlertInput, settings: Settings): readonly Judged[] {
  const { settings: schema, judge } = CONDITIONS[alertType];
  return judge(input, schema.parse(settings));
}

/** The verdict of its last look. */
export const lastVerdict = (...asked: Parameters<typeof looksAt>): string =>
  looksAt(...asked).at(-1)?.verdict ?? 'nothing is said';

/** Types that add up what passes in an hour, a day or a month. */
export const RUNNING_TOTALS = [
  'unit_threshold',
  'energy_daily_threshold',
  'hourly_threshold',
  'energy_threshold',
  'monthly_threshold',
  'energy_monthly_threshold',
] as const satisfies readonly AlertType[];

const isoOf = (at: number): string => new Date(at).toISOString().replace(':00.000Z', 'Z');

/** Kinds and instants alone. */
export const told = (...asked: Parameters<typeof watched>): string[] =>
  watched(...asked).map(({ kind, at }) => `${kind} ${isoOf(at)}`);

/** An instant of the test day, minutes from its start, as {@link told} writes it. */
export const minuteIso = (minute: number): string => isoOf(DAY_START + minute * MINUTE_MS);

export const readingsOf = (unit: Unit, readings: readonly WatchedReading[], until?: number): ReadingsInput => ({
  kind: 'readings',
  unit,
  unitAt: () => unit,
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
