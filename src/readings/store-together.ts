import type { Industry } from '../kernel/industry/industry.ts';
import { clockIdentity } from '../kernel/time/day-rule.ts';
import { NOTHING_REFUSED } from './refused-rows.ts';
import type { SentRows } from './sent-rows.ts';
import { sortReadings } from './sorted-readings.ts';
import { PlacedReadings } from './store/placed-readings.ts';
import { readingColumns } from './store/readings.ts';
import { outcomeOf, type StoredRows } from './store-rows.ts';

/** Rows of a body that may be stored together with others. */
const MOST_ROWS_OF_A_BODY = 500;
const MOST_ROWS_TOGETHER = 5000;

/** Stores rows by a transaction of their own. */
type Store = (sent: SentRows) => Promise<StoredRows>;

/** A small body whose transaction has not begun. */
interface WaitingBody {
  readonly sent: SentRows;
  readonly store: Store;
  readonly closedBefore: string;
  readonly settle: (stored: StoredRows | Promise<StoredRows>) => void;
}

/**
 * Waiting bodies by database and by kind: industry, clock, and whether rows are parts of readings. A kind is there as
 * long as one of its bodies is being stored.
 */
const waitingBodies = new WeakMap<object, Map<string, WaitingBody[]>>();

/**
 * Whether rows may share a transaction with those of other senders: a few readings of days that are not closed, and
 * none for quarantine. A late reading may have to unpack a compressed chunk, and the others would wait for that.
 */
export const mayShareTransaction = ({ placed, refused, days }: SentRows, closedBefore: string): boolean =>
  placed.count > 0
  && placed.count <= MOST_ROWS_OF_A_BODY
  && refused.count === 0
  && days.every(({ businessDate }) => businessDate >= closedBefore);

/**
 * Stores a body at once while none of its kind is being stored, and otherwise together with those that come meanwhile.
 * So a device that sends one reading pays for a share of a transaction. When a shared transaction fails, each of its
 * bodies is stored by itself.
 */
export function storeTogether(
  database: object,
  { industryKey, clock }: Pick<Industry, 'industryKey' | 'clock'>,
  body: Omit<WaitingBody, 'settle'>,
): Promise<StoredRows> {
  const { promise, resolve: settle } = Promise.withResolvers<StoredRows>();
  const kind = `${industryKey} ${body.sent.isPartial} ${clockIdentity(clock)}`;
  const kinds = waitingBodies.get(database) ?? new Map<string, WaitingBody[]>();
  waitingBodies.set(database, kinds);
  const waiting = kinds.get(kind);
  if (waiting === undefined) {
    kinds.set(kind, [{ ...body, settle }]);
    void storeAll(kinds, kind);
  } else waiting.push({ ...body, settle });
  return promise;
}

/** Stores the bodies of a kind until none waits. */
async function storeAll(kinds: Map<string, WaitingBody[]>, kind: string): Promise<void> {
  for (let waiting = kinds.get(kind) ?? []; waiting.length > 0; waiting = kinds.get(kind) ?? []) {
    const { next, later } = partByUnits(waiting);
    kinds.set(kind, later);
    await storeShared(next);
  }
  kinds.delete(kind);
}

const unitsOf = ({ extents }: SentRows): readonly number[] => extents.map(({ oldest }) => oldest.unitKey);

/**
 * Bodies for the next transaction, of which no two name the same unit: what became of a body is then what became of its
 * units. A body that names a unit of an earlier one waits behind it, so readings of a unit are stored in the order in
 * which they came.
 */
function partByUnits(waiting: readonly WaitingBody[]): { readonly next: WaitingBody[]; readonly later: WaitingBody[] } {
  const named = new Set<number>();
  const [next, later]: [WaitingBody[], WaitingBody[]] = [[], []];
  let rows = 0;
  for (const body of waiting) {
    const unitKeys = unitsOf(body.sent);
    const isFree = unitKeys.every((unitKey) => !named.has(unitKey));
    for (const unitKey of unitKeys) named.add(unitKey);
    rows += body.sent.placed.count;
    (isFree && rows <= MOST_ROWS_TOGETHER ? next : later).push(body);
  }
  return { next, later };
}

/** Stores bodies by one transaction. The promise never rejects: each body is told what became of it. */
async function storeShared(bodies: readonly WaitingBody[]): Promise<void> {
  const last = bodies.at(-1);
  if (last !== undefined && bodies.length > 1) {
    try {
      const stored = await last.store(joined(bodies.map(({ sent }) => sent)));
      for (const body of bodies) body.settle(partOf(stored, body));
      return;
    } catch {
      // Each body learns by itself whether it can be stored.
    }
  }
  const alone = bodies.map(({ sent, store, settle }) => {
    const stored = store(sent);
    settle(stored);
    return stored;
  });
  await Promise.allSettled(alone);
}

/** Rows of several bodies that share no unit, as if one sender had sent them. */
function joined(bodies: readonly SentRows[]): SentRows {
  const placed = new PlacedReadings();
  for (const { placed: own, order } of bodies) for (const index of order) placed.append(own, index);
  const isPartial = bodies.some((body) => body.isPartial);
  const sorted = sortReadings(placed, isPartial);
  return { ...sorted, placed, columns: readingColumns(placed, sorted.order), isPartial, refused: NOTHING_REFUSED };
}

/** What became of one body. */
function partOf(stored: StoredRows, { sent, closedBefore }: WaitingBody): StoredRows {
  const units = new Set(unitsOf(sent));
  const own = <T extends { readonly unitKey: number }>(of: readonly T[]): readonly T[] =>
    of.filter(({ unitKey }) => units.has(unitKey));
  const changes = { groups: own(stored.changes.groups), touched: own(stored.changes.touched) };
  const { inserted, updated } = outcomeOf(changes);
  const changed = own(stored.changed);
  const closed = changed.map(({ businessDate }) => businessDate).filter((date) => date < closedBefore);
  return {
    inserted,
    updated,
    changes,
    changed,
    extents: stored.extents.filter(({ oldest }) => units.has(oldest.unitKey)),
    staleDates: [...new Set(closed)].sort(),
    corrections: sent.repeatedChanged,
    decided: new Set(),
  };
}
