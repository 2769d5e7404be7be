import { LRUCache } from 'lru-cache';
import { inPieces } from '../../kernel/pieces.ts';
import type { Querier } from '../../platform/database/database.ts';
import { examplesInSteps, type HoursOfUnits, type UsualExamples } from '../rules/device-data/usual-hours.ts';
import { type HoursOfDays, readSettledHours } from './document-hours.ts';

/*
 * Usual hours kept in memory. They are never those of another state of the days than the database has.
 */

/** The days that a day is compared with. */
interface ExamplesWanted extends HoursOfDays {
  /** Hours of each of these days. */
  readonly hourCount: number;
}

/** Reads the examples among the settled days. The answer may be shared, so nobody may change it. */
export type ReadExamples = (db: Querier, industryKey: number, wanted: ExamplesWanted) => Promise<UsualExamples>;

/** Meters of all examples, 70 bytes each: 21 MB. */
const MOST_METERS = 300_000;

interface Known {
  readonly state: string;
  readonly examples: UsualExamples;
}

export const readExamples: ReadExamples = async (db, industryKey, wanted) =>
  (await readUnlessKnown(db, industryKey, wanted, null)).examples;

/**
 * A cache of examples, because everybody who looks at a day sees the same ones beside it, and eight days of a thousand
 * meters are much to read. The statement that reads them gets the state in which they were read.
 */
export function createExamplesCache(): ReadExamples {
  const cache = new LRUCache<string, Known>({
    maxSize: MOST_METERS,
    sizeCalculation: ({ examples }) => Math.max(1, examples.weights.size),
  });
  return async (db, industryKey, wanted) => {
    const { unitKeys, dates, hourCount } = wanted;
    const key = `${industryKey} ${hourCount} ${dates.join(' ')} ${unitKeys.join(' ')}`;
    const read = await readUnlessKnown(db, industryKey, wanted, cache.get(key) ?? null);
    cache.set(key, read);
    return read.examples;
  };
}

async function readUnlessKnown(
  db: Querier,
  industryKey: number,
  wanted: ExamplesWanted,
  known: Known | null,
): Promise<Known> {
  const { state, hours } = await readSettledHours(db, industryKey, wanted, known?.state ?? null);
  if (known?.state === state) return known;
  const days = [...Map.groupBy(hours, ({ date }) => date).values()].map(
    (day): HoursOfUnits => new Map(day.map(({ unitKey, figures }) => [unitKey, figures])),
  );
  return { state, examples: await inPieces(examplesInSteps(days, wanted.hourCount)) };
}
