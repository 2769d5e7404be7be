import { MINUTE_MS } from '../time/durations.ts';
import type { EpochMillis } from '../time/types.ts';

/** What is known of a reading, in raw units. */
export interface KnownReading {
  readonly createdOnEpochMs: EpochMillis;
  readonly value: number | null;
  readonly register: number | null;
  /** The register is left out of figures, by a check or by a person. */
  readonly registerExcluded: boolean;
  readonly parameters: Readonly<Record<string, number>>;
  readonly estimated: boolean;
}

/** A reading that nobody measured. */
type EstimatedReading = Omit<KnownReading, 'estimated' | 'registerExcluded'>;

/** Between which genuine readings nothing was estimated, and why. */
export interface SkippedGap {
  readonly fromEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis;
  readonly why: string;
}

interface GapEstimates {
  readonly estimates: readonly EstimatedReading[];
  readonly skipped: readonly SkippedGap[];
}

/** What of a unit runs along a straight line. */
export type Course = 'register' | 'level' | 'parameters';

interface Asked {
  readonly course: Course;
  readonly slotSeconds: number;
  /** Only slots within are filled. */
  readonly fromEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis;
  /** Instants at which a meter was exchanged: nothing runs straight over them. */
  readonly breaks: readonly EpochMillis[];
}

/** A gap is longer than this many slots, as elsewhere. */
const SLOTS_OF_A_GAP = 1.5;

/**
 * Readings for the slots of gaps, on the straight line between the genuine readings on both sides. A slot that has a
 * reading, whoever wrote it, gets none. Registers may only rise, and one that is left out of figures is no end of a
 * line. The interval value of a slot is what the register gains in it.
 * @param readings of one unit, ascending by instant.
 */
export function estimateGaps(readings: readonly KnownReading[], asked: Asked): GapEstimates {
  const genuine = readings.filter((reading) => !reading.estimated && hasCourse(reading, asked.course));
  const taken = new Set(readings.map(({ createdOnEpochMs }) => createdOnEpochMs));
  const estimates: EstimatedReading[] = [];
  const skipped: SkippedGap[] = [];
  const slotMs = asked.slotSeconds * 1000;
  for (const [index, before] of genuine.entries()) {
    const after = genuine[index + 1];
    if (after === undefined) continue;
    const [fromEpochMs, toEpochMs] = [before.createdOnEpochMs, after.createdOnEpochMs];
    if (toEpochMs - fromEpochMs <= SLOTS_OF_A_GAP * slotMs) continue;
    if (toEpochMs <= asked.fromEpochMs || fromEpochMs >= asked.toEpochMs) continue;
    const why = obstacle(before, after, asked);
    if (why !== null) skipped.push({ fromEpochMs, toEpochMs, why });
    else
      estimates.push(
        ...between(before, after, asked, slotMs).filter(({ createdOnEpochMs }) => !taken.has(createdOnEpochMs)),
      );
  }
  return { estimates, skipped };
}

function hasCourse({ value, register, registerExcluded, parameters }: KnownReading, course: Course): boolean {
  if (course === 'register') return register !== null && !registerExcluded;
  return course === 'level' ? value !== null : Object.keys(parameters).length > 0;
}

function obstacle(before: KnownReading, after: KnownReading, { course, breaks }: Asked): string | null {
  const exchanged = breaks.some((at) => at > before.createdOnEpochMs && at <= after.createdOnEpochMs);
  if (exchanged) return 'the meter was exchanged in it';
  if (course === 'register' && (after.register ?? 0) < (before.register ?? 0)) return 'the register fell in it';
  return null;
}

function between(before: KnownReading, after: KnownReading, asked: Asked, slotMs: number): EstimatedReading[] {
  const found: EstimatedReading[] = [];
  const length = after.createdOnEpochMs - before.createdOnEpochMs;
  let last = before.register ?? 0;
  // The reading behind the gap is in its own slot, so the last estimate stands half a slot before it or earlier.
  for (let at = before.createdOnEpochMs + slotMs; at <= after.createdOnEpochMs - slotMs / 2; at += slotMs) {
    const share = (at - before.createdOnEpochMs) / length;
    const register = asked.course === 'register' ? onLine(before.register, after.register, share) : null;
    const value = asked.course === 'register' ? (register ?? 0) - last : onLine(before.value, after.value, share);
    last = register ?? last;
    if (at < asked.fromEpochMs || at >= asked.toEpochMs) continue;
    found.push({
      createdOnEpochMs: at,
      value: asked.course === 'parameters' ? null : value,
      register,
      parameters: asked.course === 'parameters' ? parametersOnLine(before, after, share) : {},
    });
  }
  return found;
}

/** null where one side has nothing. */
const onLine = (from: number | null, to: number | null, share: number): number | null =>
  from === null || to === null ? null : from + (to - from) * share;

const parametersOnLine = (before: KnownReading, after: KnownReading, share: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(before.parameters).flatMap(([name, from]) => {
      const value = onLine(from, after.parameters[name] ?? null, share);
      return value === null ? [] : [[name, value] as const];
    }),
  );

/** How far beyond what is asked for the genuine readings around a gap are looked for. */
export const LOOK_AROUND_MS = 7 * 24 * 60 * MINUTE_MS;
