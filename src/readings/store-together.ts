import type { Industry } from '../kernel/industry/industry.ts';
import { clockIdentity } from '../kernel/time/day-rule.ts';
import { isDatabaseUnavailable } from '../kernel/unavailable.ts';
import { NOTHING_REFUSED } from './refused-rows.ts';
import type { SentRows } from './sent-rows.ts';
import { sortReadings } from './sorted-readings.ts';
import { PlacedReadings } from './store/placed-readings.ts';
import { readingColumns } from './store/readings.ts';
import { outcomeOf, type StoredRows } from './store-rows.ts';

/** Rows of a body that may be stored together with others. Larger ones are stored side by side, which is faster. */
const MOST_ROWS_OF_A_BODY = 100;
const MOST_ROWS_TOGETHER = 2000;

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
 * Whether rows may share a transaction with those of other senders: a few readings of days that are not closed, none of
 * them corrected by another one of the body, and none for quarantine. A late reading may have to unpack a compressed
 * chunk, and the others would wait for that.
 */
export const mayShareTransaction = (
  { placed, refused, days, repeatedChanged }: SentRows,
  closedBefore: string,
): boolean =>
  placed.count > 0
  && placed.count <= MOST_ROWS_OF_A_BODY
  && refused.count === 0
  && repeatedChanged === 0
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
 * Bodies for the next transaction, of which no two name the same unit: the outcome of a body is then that of its units.
 * A body that names a unit of an earlier one waits behind it. Bodies that may not share are not in this order.
 */
function partByUnits(waiting: readonly WaitingBody[]): { readonly next: WaitingBody[]; readonly later: WaitingBody[] } {
  const named = new Set<number>();
  const [next, later]: [WaitingBody[], WaitingBody[]] = [[], []];
  let rows = 0;
  for (const body of waiting) {
    const unitKeys = unitsOf(body.sent);
    const more = body.sent.placed.count;
    const fits = rows + more <= MOST_ROWS_TOGETHER && unitKeys.every((unitKey) => !named.has(unitKey));
    for (const unitKey of unitKeys) named.add(unitKey);
    if (fits) rows += more;
    (fits ? next : later).push(body);
  }
  return { next, later };
}

/** Stores bodies by one transaction. The promise never rejects: each body gets its own outcome. */
async function storeShared(bodies: readonly WaitingBody[]): Promise<void> {
  const last = bodies.at(-1);
  if (last !== undefined && bodies.length > 1) {
    try {
      const partOf = parted(await last.store(joined(bodies.map(({ sent }) => sent))));
      for (const body of bodies) body.settle(partOf(body));
      return;
    } catch (error) {
      // Another error may be that of one body, so each learns by itself whether it can be stored.
      if (isDatabaseUnavailable(error)) return bodies.forEach(({ settle }) => settle(Promise.reject(error)));
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

/** Gives the function that selects the outcome of one body from that of the shared transaction. */
function parted(stored: StoredRows): (body: WaitingBody) => StoredRows {
  const byUnit = <T>(list: readonly T[], unitOf: (one: T) => number) => {
    const lists = Map.groupBy(list, unitOf);
    return (unitKeys: readonly number[]): T[] => unitKeys.flatMap((unitKey) => lists.get(unitKey) ?? []);
  };
  const unitOf = ({ unitKey }: { readonly unitKey: number }): number => unitKey;
  const groupsOf = byUnit(stored.changes.groups, unitOf);
  const touchedOf = byUnit(stored.changes.touched, unitOf);
  const changedOf = byUnit(stored.changed, unitOf);
  const extentsOf = byUnit(stored.extents, ({ oldest }) => oldest.unitKey);
  return ({ sent, closedBefore }) => {
    const unitKeys = unitsOf(sent);
    const changes = { groups: groupsOf(unitKeys), touched: touchedOf(unitKeys) };
    const { inserted, updated } = outcomeOf(changes);
    const changed = changedOf(unitKeys);
    const closed = changed.map(({ businessDate }) => businessDate).filter((date) => date < closedBefore);
    return {
      inserted,
      updated,
      changes,
      changed,
      extents: extentsOf(unitKeys),
      staleDates: [...new Set(closed)].sort(),
      corrections: 0,
      decided: new Set(),
    };
  };
}
