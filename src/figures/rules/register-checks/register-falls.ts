import { type CountedReading, positionAt } from './readings.ts';

/** Counted readings a glitch may last; longer lows are a new level. */
export const GLITCH_MAX_READINGS = 3;
/** A low of at most this share of the level before is small: a glitch however it comes back. */
const SMALL_LOW_SHARE = 0.01;
/**
 * A deeper low is a glitch only when it comes back in one leap over this share of its depth; counting does not leap.
 */
const LEAP_SHARE = 0.9;
/** A fall to at most this share of the level before is a reset, to more a replacement. */
const RESET_SHARE = 0.01;
/** Largest share after zeros: the count from 0 up to the first reading that shows a count again. */
const RESET_AFTER_ZEROS_SHARE = 0.1;
/** A rollover advances the register by at most this share of its range. */
const ROLLOVER_SHARE = 0.1;

/** A fall of the position among counted readings (registers above 0, zeros left out), by their index. */
export interface Fall {
  readonly kind: 'glitch' | 'rollover' | 'reset' | 'replacement';
  readonly start: number;
  /** Index behind the last reading concerned; of a glitch the reading that is back, if there is one. */
  readonly end: number;
  readonly provisional: boolean;
}

/** Input of the judgement of one fall. */
interface Low {
  readonly counts: readonly CountedReading[];
  readonly start: number;
  readonly level: number;
  readonly afterZeros: boolean;
  readonly rolloverDigits: number | undefined;
}

/**
 * Every fall of a register's position among its counted readings, in time order. `afterZeros(index)` tells whether
 * readings of 0 stand directly before a counted one. A fall is judged by the level before it and the
 * GLITCH_MAX_READINGS counted readings that follow it, by nothing else. From the index `undecidedFrom` on readings may
 * yet turn out to be spikes, and none of these counts.
 */
export const findFalls = (
  counts: readonly CountedReading[],
  afterZeros: (index: number) => boolean,
  rolloverDigits: number | undefined,
  undecidedFrom: number,
): readonly Fall[] => {
  const falls: Fall[] = [];
  let level = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < counts.length; index += 1) {
    const position = positionAt(counts, index);
    if (position < level) {
      const low = { counts, start: index, level, afterZeros: afterZeros(index), rolloverDigits };
      const fall = judgeFall(low);
      // A verdict that may change takes those with it that start from its level.
      falls.push({
        ...fall,
        provisional: fall.provisional || decidedAt(low) >= undecidedFrom || (falls.at(-1)?.provisional ?? false),
      });
      index = fall.end - 1;
    }
    // Also right behind a glitch: the next reading is at or above the level before it, or there is none.
    level = position;
  }
  return falls;
};

/** true when a register of declared digits that stood at position `level` may have rolled over to `position`. */
export const isRollover = (level: number, position: number, rolloverDigits: number | undefined): boolean => {
  if (rolloverDigits === undefined) return false;
  const range = 10 ** rolloverDigits;
  return level < range && position >= 0 && range - level + position <= ROLLOVER_SHARE * range;
};

const judgeFall = (low: Low): Fall => {
  const { start } = low;
  const glitchEnd = endOfGlitch(low);
  if (glitchEnd !== null) {
    return { kind: 'glitch', start, end: glitchEnd, provisional: glitchEnd === low.counts.length };
  }
  const provisional = low.counts.length <= start + GLITCH_MAX_READINGS && !isBackWithin(low);
  return { kind: kindOfNewLevel(low), start, end: start + 1, provisional };
};

/**
 * Index of the first reading back at the level; the number of readings when a small low still lasts; null when it is no
 * glitch.
 */
const endOfGlitch = (low: Low): number | null => {
  const { counts, start, level } = low;
  let lowest = level;
  for (let index = start; index <= start + GLITCH_MAX_READINGS; index += 1) {
    const isSmall = level - lowest <= SMALL_LOW_SHARE * Math.abs(level);
    // The data ends inside the low: a small one is more likely a glitch than an exchanged meter that shows almost the
    // same.
    if (index >= counts.length) return isSmall ? counts.length : null;
    const position = positionAt(counts, index);
    if (position >= level) {
      const leap = position - positionAt(counts, index - 1);
      return isSmall || leap >= LEAP_SHARE * (level - lowest) ? index : null;
    }
    lowest = Math.min(lowest, position);
  }
  return null;
};

/** Index of the last reading that a verdict looks at. */
const decidedAt = ({ counts, start, level }: Low): number => {
  const back = counts.slice(start, start + GLITCH_MAX_READINGS + 1).findIndex((reading) => reading.position >= level);
  return start + (back < 0 ? GLITCH_MAX_READINGS : back);
};

const isBackWithin = ({ counts, start, level }: Low): boolean =>
  counts.slice(start, start + GLITCH_MAX_READINGS + 1).some((reading) => reading.position >= level);

const kindOfNewLevel = ({ counts, start, level, afterZeros, rolloverDigits }: Low): Fall['kind'] => {
  const position = positionAt(counts, start);
  if (isRollover(level, position, rolloverDigits)) return 'rollover';
  // Where a register that counts down begins is known by its declared digits alone: without them its position is below
  // 0.
  return position >= 0 && position <= (afterZeros ? RESET_AFTER_ZEROS_SHARE : RESET_SHARE) * level
    ? 'reset'
    : 'replacement';
};
