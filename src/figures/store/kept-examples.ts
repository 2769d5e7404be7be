import { LRUCache } from 'lru-cache';
import { inPieces } from '../../kernel/pieces.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { Querier } from '../../platform/database/database.ts';
import { examplesInSteps, type HoursOfUnits, type UsualExamples } from '../rules/device-data/usual-hours.ts';
import { readSettledHours } from './document-hours.ts';

/** The days that a day is compared with. */
interface ExamplesWanted {
  readonly unitKeys: readonly number[];
  readonly dates: readonly BusinessDate[];
  readonly hourCount: number;
}

/** Usual hours kept in memory. They are never those of another state of the days than the database has. */
export interface KeptExamples {
  /** Reads as readExamples does. */
  read(db: Querier, industryKey: number, wanted: ExamplesWanted): Promise<UsualExamples>;
}

/** 60 kB each for a site of 1,000 meters: 18 MB. */
const MOST_EXAMPLES = 300;

interface Known {
  readonly state: string;
  readonly unitKeys: readonly number[];
  readonly examples: UsualExamples;
}

/** Examples among the settled days, by every hour. */
export const readExamples = async (db: Querier, industryKey: number, wanted: ExamplesWanted): Promise<UsualExamples> =>
  (await readUnlessKnown(db, industryKey, wanted, null)).examples;

/**
 * Keeps examples, because everybody who looks at a day sees the same ones beside it, and eight days of a thousand
 * meters are much to read. The statement that reads them gets the state in which they were read.
 */
export function keepExamples(mostExamples: number = MOST_EXAMPLES): KeptExamples {
  const kept = new LRUCache<string, Known>({ max: mostExamples });
  return {
    async read(db, industryKey, wanted) {
      const key = `${industryKey} ${wanted.hourCount} ${wanted.dates.join(' ')}`;
      const known = kept.get(key);
      const isOfThese =
        known?.unitKeys.length === wanted.unitKeys.length
        && wanted.unitKeys.every((unitKey, at) => unitKey === known.unitKeys[at]);
      const read = await readUnlessKnown(db, industryKey, wanted, isOfThese ? known : null);
      kept.set(key, read);
      return read.examples;
    },
  };
}

async function readUnlessKnown(
  db: Querier,
  industryKey: number,
  { unitKeys, dates, hourCount }: ExamplesWanted,
  known: Known | null,
): Promise<Known> {
  const { state, hours } = await readSettledHours(db, industryKey, { unitKeys, dates }, known?.state ?? null);
  if (known !== null && hours === null) return known;
  const days = [...Map.groupBy(hours ?? [], ({ date }) => date).values()].map(
    (day): HoursOfUnits => new Map(day.map(({ unitKey, figures }) => [unitKey, figures])),
  );
  return { state, unitKeys, examples: await inPieces(examplesInSteps(days, hourCount)) };
}
