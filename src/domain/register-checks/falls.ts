import { registerAt } from './readings.ts';
import type { RegisterReading } from './types.ts';

/** Counted readings a glitch may last; longer lows are a new level. */
export const GLITCH_MAX_READINGS = 3;
/** A low of at most this share of the level before is small: a glitch however it comes back. */
const SMALL_LOW_SHARE = 0.01;
/** A deeper low is a glitch only when it comes back in one leap over this share of its depth; counting upwards does not leap. */
const LEAP_SHARE = 0.9;
/** A fall to at most this share of the level before is a reset, to more a replacement. */
const RESET_SHARE = 0.01;
/** The same after zeros: what was counted from 0 up to the first reading that shows a count again. */
const RESET_AFTER_ZEROS_SHARE = 0.1;
/** A rollover advances the register by at most this share of its range. */
const ROLLOVER_SHARE = 0.1;

/** A fall among counted readings (registers above 0, zeros left out), by their index. */
export interface Fall {
  readonly kind: 'glitch' | 'rollover' | 'reset' | 'replacement';
  readonly start: number;
  /** Index behind the last reading concerned; of a glitch the reading that is back, if there is one. */
  readonly end: number;
  readonly levelBefore: number;
  readonly provisional: boolean;
}

/** What the judgement of one fall looks at. */
interface Low {
  readonly counts: readonly RegisterReading[];
  readonly start: number;
  readonly level: number;
  readonly afterZeros: boolean;
  readonly rolloverDigits: number | undefined;
}

/**
 * Every fall of a register among its counted readings, in time order. `afterZeros(index)` tells whether readings of 0 stand directly before a
 * counted one. A fall is judged by the level before it and the GLITCH_MAX_READINGS counted readings that follow it, by nothing else. From the
 * index `undecidedFrom` on readings may yet turn out to be spikes, and none of these counts.
 */
export const findFalls = (
  counts: readonly RegisterReading[],
  afterZeros: (index: number) => boolean,
  rolloverDigits: number | undefined,
  undecidedFrom: number,
): readonly Fall[] => {
  const falls: Fall[] = [];
  let level = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < counts.length; index += 1) {
    const register = registerAt(counts, index);
    if (register < level) {
      const low = { counts, start: index, level, afterZeros: afterZeros(index), rolloverDigits };
      const fall = judgeFall(low);
      // A verdict that may change takes those with it that start from its level.
      falls.push({ ...fall, provisional: fall.provisional || decidedAt(low) >= undecidedFrom || (falls.at(-1)?.provisional ?? false) });
      index = fall.end - 1;
    }
    // Also right behind a glitch: the next reading is at or above the level before it, or there is none.
    level = register;
  }
  return falls;
};

/** true when a register of declared digits that stood at `level` may have rolled over to `register`. */
export const isRollover = (level: number, register: number, rolloverDigits: number | undefined): boolean => {
  if (rolloverDigits === undefined) return false;
  const range = 10 ** rolloverDigits;
  return level < range && range - level + Math.max(register, 0) <= ROLLOVER_SHARE * range;
};

const judgeFall = (low: Low): Fall => {
  const { start, level } = low;
  const glitchEnd = endOfGlitch(low);
  if (glitchEnd !== null) {
    return { kind: 'glitch', start, end: glitchEnd, levelBefore: level, provisional: glitchEnd === low.counts.length };
  }
  const provisional = low.counts.length <= start + GLITCH_MAX_READINGS && !isBackWithin(low);
  return { kind: kindOfNewLevel(low), start, end: start + 1, levelBefore: level, provisional };
};

/** Index of the first reading back at the level; the number of readings when a small low still lasts; null when it is no glitch. */
const endOfGlitch = (low: Low): number | null => {
  const { counts, start, level } = low;
  let lowest = level;
  for (let index = start; index <= start + GLITCH_MAX_READINGS; index += 1) {
    const isSmall = level - lowest <= SMALL_LOW_SHARE * level;
    // The data ends inside the low: a small one is more likely a glitch than an exchanged meter that shows almost the same.
    if (index >= counts.length) return isSmall ? counts.length : null;
    const register = registerAt(counts, index);
    if (register >= level) {
      const leap = register - registerAt(counts, index - 1);
      return isSmall || leap >= LEAP_SHARE * (level - lowest) ? index : null;
    }
    lowest = Math.min(lowest, register);
  }
  return null;
};

/** Index of the last reading that a verdict looks at. */
const decidedAt = ({ counts, start, level }: Low): number => {
  const back = counts.slice(start, start + GLITCH_MAX_READINGS + 1).findIndex((reading) => reading.register >= level);
  return start + (back < 0 ? GLITCH_MAX_READINGS : back);
};

const isBackWithin = ({ counts, start, level }: Low): boolean =>
  counts.slice(start, start + GLITCH_MAX_READINGS + 1).some((reading) => reading.register >= level);

const kindOfNewLevel = ({ counts, start, level, afterZeros, rolloverDigits }: Low): Fall['kind'] => {
  const register = registerAt(counts, start);
  if (isRollover(level, register, rolloverDigits)) return 'rollover';
  return register <= (afterZeros ? RESET_AFTER_ZEROS_SHARE : RESET_SHARE) * level ? 'reset' : 'replacement';
};
