import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import {
  hasBasis,
  type InterpolationBasis,
  type KnownReading,
  liesOn,
  lineOver,
  type LineRule,
  SLOTS_OF_A_GAP,
} from './gap-line.ts';

export type { InterpolationBasis, KnownReading } from './gap-line.ts';

/** A computed reading. Nobody measured it. */
type EstimatedReading = Omit<KnownReading, 'estimated' | 'registerExcluded'>;

/** A span in which nothing was estimated, with the reason. */
export interface SkippedGap {
  readonly fromEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis;
  readonly why: string;
}

interface GapEstimates {
  readonly estimates: readonly EstimatedReading[];
  readonly skipped: readonly SkippedGap[];
}

/** As {@link LineRule}, of gaps under one or several versions of the unit. */
export interface GapRule extends Omit<LineRule, 'slotSeconds'> {
  /** The slots of a gap are those of its beginning. */
  readonly slotSecondsAt: (at: EpochMillis) => number;
}

interface Asked extends GapRule {
  /** Only slots in this span are filled. */
  readonly fromEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis;
}

/**
 * Estimates for the slots of gaps, on the straight line between the genuine readings on both sides. A slot with a
 * reading gets no estimate, whoever wrote the reading. A register may only rise, and a register that figures leave out
 * is no end of a line. The interval value of a slot is the rise of the register in it.
 * @param readings of one unit, ascending by instant.
 */
export function estimateGaps(readings: readonly KnownReading[], asked: Asked): GapEstimates {
  const genuine = readings.filter((reading) => !reading.estimated && hasBasis(reading, asked.basis));
  const withoutIn = spansOf(readings.filter((reading) => !reading.estimated && !hasBasis(reading, asked.basis)));
  const guessedIn = spansOf(readings.filter(({ estimated }) => estimated));
  const taken = new Set(readings.map(({ createdOnEpochMs }) => createdOnEpochMs));
  const estimates: EstimatedReading[] = [];
  const skipped: SkippedGap[] = [];
  const isGap = (fromEpochMs: EpochMillis, toEpochMs: EpochMillis): boolean =>
    toEpochMs > asked.fromEpochMs
    && fromEpochMs < asked.toEpochMs
    && toEpochMs - fromEpochMs > SLOTS_OF_A_GAP * asked.slotSecondsAt(fromEpochMs) * 1000;
  const noun = NOUNS[asked.basis];
  const first = genuine[0]?.createdOnEpochMs ?? asked.toEpochMs;
  // Without a reading on one side, one slot that is asked for is a gap.
  if (first - asked.fromEpochMs >= asked.slotSecondsAt(asked.fromEpochMs) * 1000)
    skipped.push({ fromEpochMs: asked.fromEpochMs, toEpochMs: first, why: `no genuine ${noun} lies ${BEFORE} it` });
  for (const [index, before] of genuine.entries()) {
    const after = genuine[index + 1];
    const [fromEpochMs, toEpochMs] = [before.createdOnEpochMs, after?.createdOnEpochMs ?? asked.toEpochMs];
    if (!isGap(fromEpochMs, toEpochMs)) continue;
    if (after === undefined) {
      skipped.push({ fromEpochMs, toEpochMs, why: `no genuine ${noun} lies ${BEHIND} it` });
      continue;
    }
    const slotSeconds = asked.slotSecondsAt(fromEpochMs);
    const line = lineOver({ before, after, within: withoutIn(fromEpochMs, toEpochMs) }, { ...asked, slotSeconds });
    if (typeof line === 'string') {
      skipped.push({ fromEpochMs, toEpochMs, why: line });
      continue;
    }
    // Spec gap: estimates of a device or a person within a gap keep their values. An estimate on the line was laid by
    // an earlier request, so the rest of its gap is filled.
    const guessed = guessedIn(fromEpochMs, toEpochMs);
    if (!guessed.every((reading) => liesOn(line, reading))) {
      skipped.push({ fromEpochMs, toEpochMs, why: 'other estimates lie in it' });
      continue;
    }
    const slotMs = slotSeconds * 1000;
    for (let at = fromEpochMs + slotMs; at <= toEpochMs - slotMs / 2; at += slotMs) {
      if (at < asked.fromEpochMs || at >= asked.toEpochMs || taken.has(at)) continue;
      const laid = line(at);
      if (laid !== null) estimates.push({ createdOnEpochMs: at, ...laid });
    }
  }
  return { estimates, skipped };
}

/** A function that gives the readings between two instants. Its spans must follow each other. */
function spansOf(readings: readonly KnownReading[]) {
  let next = 0;
  return (afterEpochMs: EpochMillis, beforeEpochMs: EpochMillis): KnownReading[] => {
    const found: KnownReading[] = [];
    for (let reading = readings[next]; reading !== undefined; reading = readings[(next += 1)]) {
      if (reading.createdOnEpochMs >= beforeEpochMs) break;
      if (reading.createdOnEpochMs > afterEpochMs) found.push(reading);
    }
    return found;
  };
}

const NOUNS: Readonly<Record<InterpolationBasis, string>> = {
  register: 'register',
  level: 'level',
  parameters: 'sample',
};
const BEFORE = 'within a week before';
const BEHIND = 'within a week behind';

/** Distance outside of the asked span at which genuine readings are still looked for. */
export const LOOK_AROUND_MS = 7 * 24 * 60 * MINUTE_MS;
