import { LRUCache } from 'lru-cache';
import { eachDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { StoredFigures } from './document-rows.ts';
import { type ReadSettled, readSettledDocuments, readSettledFigures } from './settled-documents.ts';

/*
 * Daily documents kept in memory. A document is never served at another revision than the database names in the same
 * request.
 */

/** Without entries 0.7 kB each: 27 MB. */
const MOST_FIGURES = 40_000;
/** With their hours about 8 kB each: 50 MB. */
const MOST_DOCUMENTS = 6000;
/** Most of the memory that one read may push out. */
const SHARE_OF_ONE = 0.5;

/** Documents of one business day of an industry at a revision, for the units asked for; null where a unit had none. */
interface CachedDay {
  readonly revision: string;
  readonly documents: Map<number, StoredFigures<'DAILY'> | null>;
}

const keyOf = (industryKey: number, date: BusinessDate): string => `${industryKey} ${date}`;

/** A cache of documents without entries, for charts of days. */
export const createFiguresCache = (mostDocuments: number = MOST_FIGURES): ReadSettled =>
  createCache(readSettledFigures, mostDocuments);

/** A cache of documents with their hours, for what compares the running day with the days before. */
export const createDocumentsCache = (mostDocuments: number = MOST_DOCUMENTS): ReadSettled =>
  createCache(readSettledDocuments, mostDocuments);

/**
 * Documents are kept in memory, because people ask for the same settled days again and again, and a document does not
 * change while its day keeps its revision. The statement that reads the settled days gets the kept revisions, names the
 * present ones, and brings the missing days.
 */
function createCache(readSettled: typeof readSettledDocuments, mostDocuments: number): ReadSettled {
  const days = new LRUCache<string, CachedDay>({
    maxSize: mostDocuments,
    sizeCalculation: ({ documents }) => Math.max(1, documents.size),
  });

  return async (db, industryKey, span) => {
    const unitKeys = [...span.units.keys()];
    const dates = [...eachDate(span.from, span.to)];
    if (unitKeys.length * dates.length > mostDocuments * SHARE_OF_ONE) return readSettled(db, industryKey, span);
    const known = new Map<BusinessDate, CachedDay>();
    for (const date of dates) {
      const day = days.peek(keyOf(industryKey, date));
      if (day !== undefined && unitKeys.every((unitKey) => day.documents.has(unitKey))) known.set(date, day);
    }
    const told = [...known].map(([date, { revision }]) => ({ date, revision }));
    const read = await readSettled(db, industryKey, span, told);
    const anew = Map.groupBy(read.stored, ({ periodStart }) => periodStart);
    const stored = [...read.stored];
    for (const [date, revision] of read.settled) {
      const key = keyOf(industryKey, date);
      const whole = known.get(date);
      if (whole?.revision === revision) {
        for (const unitKey of unitKeys) {
          const document = whole.documents.get(unitKey);
          if (document !== undefined && document !== null) stored.push(document);
        }
        days.set(key, whole);
        continue;
      }
      const before = days.peek(key);
      // Other units of the day, as another request read them.
      const documents = new Map(before?.revision === revision ? before.documents : []);
      for (const unitKey of unitKeys) documents.set(unitKey, null);
      for (const document of anew.get(date) ?? []) documents.set(document.unitKey, document);
      days.set(key, { revision, documents });
    }
    return { settled: read.settled, stored };
  };
}
