import type { PeriodEntry } from '../../kernel/document/types.ts';
import { startText } from '../../kernel/time/period-starts.ts';

/**
 * Period entries as documents store them: one array per field instead of one object per entry, a fifth of the size, so
 * that a document stays in its row. A field that is the same in every entry is an array of one. `x` is the first start
 * and the step in milliseconds, or every start where steps differ (days around a change of clocks, months).
 */
interface PackedEntries {
  /** Number of entries. */
  readonly n: number;
  readonly x: string | readonly string[];
  readonly step?: number;
  /** `meta.lastEpoch`. */
  readonly lastEpoch: readonly unknown[];
  readonly [field: string]: unknown;
}

/** Entries of which some have a field that others lack are stored as they are. */
export type StoredEntries = PackedEntries | readonly PeriodEntry[];

/** Entries packed so that {@link unpackEntries} gives back equal ones. */
export function packEntries(entries: readonly PeriodEntry[]): StoredEntries {
  const first = entries[0];
  if (first === undefined) return [];
  const names = fieldsOf(first);
  if (!entries.every((entry) => isSameList(fieldsOf(entry), names))) return entries;
  const packed: Record<string, unknown> = { n: entries.length, ...packStarts(entries.map((entry) => entry.x)) };
  for (const name of names) packed[name] = packColumn(entries.map((entry) => entry[name]));
  packed['lastEpoch'] = packColumn(entries.map((entry) => entry.meta.lastEpoch));
  return packed as unknown as PackedEntries; // built field by field
}

export function unpackEntries(stored: StoredEntries): readonly PeriodEntry[] {
  if (!isPacked(stored)) return stored;
  const { n, x, step = 0, lastEpoch, ...columns } = stored;
  const fields = Object.entries(columns) as [string, readonly unknown[]][]; // as packEntries wrote them
  const startOf = typeof x === 'string' ? regularStarts(x, step) : (index: number) => x[index];
  const at = (column: readonly unknown[], index: number): unknown => (column.length === 1 ? column[0] : column[index]);
  return Array.from({ length: n }, (_, index) => {
    const entry: Record<string, unknown> = { x: startOf(index) };
    for (const [name, column] of fields) entry[name] = at(column, index);
    entry['meta'] = { lastEpoch: at(lastEpoch, index) };
    return entry as unknown as PeriodEntry; // the fields that packEntries took from one
  });
}

const isPacked = (stored: StoredEntries): stored is PackedEntries => !Array.isArray(stored);

/** Every field in order, except the two that are packed in their own way. */
const fieldsOf = (entry: PeriodEntry) =>
  (Object.keys(entry) as (keyof PeriodEntry)[]).filter((name) => name !== 'x' && name !== 'meta'); // keys of the entry

const isSameList = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name, index) => name === others[index]);

function packColumn(values: readonly unknown[]): readonly unknown[] {
  const [first] = values;
  if (typeof first !== 'object' || first === null) return values.every((value) => value === first) ? [first] : values;
  const text = JSON.stringify(first);
  return values.every((value) => JSON.stringify(value) === text) ? [first] : values;
}

const regularStarts = (first: string, step: number): ((index: number) => string) => {
  const firstEpochMs = Date.parse(first);
  return (index) => startText(firstEpochMs + index * step);
};

function packStarts(starts: readonly string[]): Pick<PackedEntries, 'x' | 'step'> {
  const [first, second] = starts;
  if (first === undefined || second === undefined) return { x: starts };
  const step = Date.parse(second) - Date.parse(first);
  const startOf = regularStarts(first, step);
  return starts.every((start, index) => start === startOf(index)) ? { x: first, step } : { x: starts };
}

/** One stored field of entries, read without an object for each entry; undefined where it is missing. */
export function storedColumn(stored: StoredEntries, name: keyof PeriodEntry): readonly unknown[] {
  if (!isPacked(stored)) return stored.map((entry) => entry[name]);
  const column = stored[name];
  if (!Array.isArray(column)) return [];
  return column.length === 1 ? Array<unknown>(stored.n).fill(column[0]) : column;
}
