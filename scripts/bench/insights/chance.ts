/** A stream of random numbers. The same seed gives the same stream. */
export interface Chance {
  /** A number from 0 up to 1, excluded. */
  share(): number;
  between(low: number, high: number): number;
  whole(low: number, high: number): number;
  /** A normally distributed number with mean 0 and deviation 1. */
  normal(): number;
  happens(probability: number): boolean;
  one<T>(choices: readonly T[]): T;
}

/** A stream by Mulberry32, which is good enough for weather and habits. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number): number => low + (high - low) * share();
  return {
    share,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    normal: () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share()),
    happens: (probability) => share() < probability,
    one: (choices) => {
      const chosen = choices[Math.floor(share() * choices.length)];
      if (chosen === undefined) throw new Error('There is nothing to choose from.');
      return chosen;
    },
  };
}
