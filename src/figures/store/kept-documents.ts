import { LRUCache } from 'lru-cache';
import type { Querier } from '../../platform/database/database.ts';
import { eachDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import {
  type KnownDay,
  readSettledDocuments,
  readSettledFigures,
  type SettledFigures,
  type SettledSpan,
} from './settled-documents.ts';
import type { StoredFigures } from './documents.ts';

/**
 * Daily documents kept in memory. A document is never served at another revision than the database names in the same
 * request.
 */
export interface KeptDocuments {
  /** Reads as readSettledDocuments does. The result is shared, so nobody may change it. */
  read(db: Querier, industryKey: number, span: SettledSpan): Promise<SettledFigures>;
}

/** Without entries 0.7 kB each: 27 MB. */
const MOST_FIGURES = 40_000;
/** With their hours about 8 kB each: 50 MB. */
const MOST_DOCUMENTS = 6000;
/** Most of the memory that one request, and so one industry, may push out. */
const SHARE_OF_ONE = 0.5;

/** Documents of one business day of an industry at a revision, for the units asked for; null where a unit had none. */
interface KeptDay {
  readonly revision: string;
  readonly documents: Map<number, StoredFigures<'DAILY'> | null>;
}

const keyOf = (industryKey: number, date: BusinessDate): string => `${industryKey} ${date}`;

/** Keeps documents without entries, for charts of days. */
export const keepFigures = (mostDocuments: number = MOST_FIGURES): KeptDocuments =>
  keep(readSettledFigures, mostDocuments);

/** Keeps documents with their hours, for what compares the running day with the days before. */
export const keepDocuments = (mostDocuments: number = MOST_DOCUMENTS): KeptDocuments =>
  keep(readSettledDocuments, mostDocuments);

/**
 * Keeps documents in memory, because people ask for the same settled days again and again, and a document does not
 * change while its day keeps its revision. The statement that reads the settled days gets the kept revisions, names the
 * present ones, and brings the missing days.
 */
function keep(readSettled: typeof readSettledDocuments, mostDocuments: number): KeptDocuments {
  const days = new LRUCache<string, KeptDay>({
    maxSize: mostDocuments,
    sizeCalculation: ({ documents }) => Math.max(1, documents.size),
  });

  return {
    async read(db, industryKey, span) {
      const unitKeys = [...span.units.keys()];
      const dates = [...eachDate(span.from, span.to)];
      if (unitKeys.length * dates.length > mostDocuments * SHARE_OF_ONE) return readSettled(db, industryKey, span, []);
      const known = new Map<BusinessDate, KeptDay>();
      for (const date of dates) {
        const day = days.peek(keyOf(industryKey, date));
        if (day !== undefined && unitKeys.every((unitKey) => day.documents.has(unitKey))) known.set(date, day);
      }
      const toldOf: KnownDay[] = [...known].map(([date, { revision }]) => ({ date, revision }));
      const read = await readSettled(db, industryKey, span, toldOf);
      const stored = [...read.stored];
      const fresh = new Map<BusinessDate, Map<number, StoredFigures<'DAILY'> | null>>();
      for (const [date, revision] of read.settled) {
        const day = known.get(date);
        if (day?.revision === revision) {
          for (const unitKey of unitKeys) {
            const document = day.documents.get(unitKey);
            if (document !== undefined && document !== null) stored.push(document);
          }
          days.set(keyOf(industryKey, date), day);
        } else {
          const before = days.peek(keyOf(industryKey, date));
          fresh.set(
            date,
            new Map([
              ...(before?.revision === revision ? before.documents : []),
              ...unitKeys.map((unitKey) => [unitKey, null] as const),
            ]),
          );
        }
      }
      for (const document of read.stored) fresh.get(document.periodStart)?.set(document.unitKey, document);
      for (const [date, documents] of fresh)
        days.set(keyOf(industryKey, date), { revision: read.settled.get(date) ?? '', documents });
      return { settled: read.settled, stored };
    },
  };
}
