import fc from 'fast-check';

/** All cases of property tests, with another seed each time: `npm run test:deep`. */
const isDeep = process.env['TEST_DEEP'] === '1';

/*
 * Property tests try the same cases each run, so that a change is refused for what it changed alone. Another seed tries
 * others: `PROPERTY_SEED=7 npm test`.
 */
const USUAL_SEED = 20_260_401;
/** Fewer cases would hold only the first thing that a property draws. */
const LEAST_RUNS = 4;

/** Throws where the setting is no seed, because tests of a wrong one would say nothing of it. */
export function propertySeed(setting: string | undefined, deep = isDeep): number {
  if (setting === undefined || setting === '') return deep ? Math.floor(Math.random() * 2 ** 31) : USUAL_SEED;
  const seed = Number(setting);
  if (!Number.isInteger(seed)) throw new Error(`PROPERTY_SEED is ${setting}; a whole number is allowed.`);
  return seed;
}

/** How many of a property's cases are tried: a tenth for a change, all of them in a deep run. */
export const runs = (allCases: number, deep = isDeep): number =>
  deep ? allCases : Math.max(Math.ceil(allCases / 10), Math.min(allCases, LEAST_RUNS));

/** How often processes are killed under how many readings, and how long that may take. */
export const killsInARow = isDeep
  ? { kills: 200, readings: 2_000_000, hours: 6 }
  : { kills: 3, readings: 20_000, hours: 0.2 };

/** One place in how many meets a value of a list, where the same values are tried at hundreds of places. */
const PLACES_A_VALUE = 4;

/**
 * The values of a list that are tried at a place: all in a deep run, a quarter for a change. Neighbouring places try
 * others, and the first value, which should be the worst, is tried everywhere.
 */
export const valuesFor = <T>(values: readonly T[], place: number, deep = isDeep): readonly T[] =>
  deep ? values : values.filter((_value, index) => index === 0 || (index + place) % PLACES_A_VALUE === 0);

fc.configureGlobal({ seed: propertySeed(process.env['PROPERTY_SEED']), numRuns: runs(100) });
