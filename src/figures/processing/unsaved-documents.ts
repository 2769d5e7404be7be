import type { BusinessDate } from '../../kernel/time/types.ts';

/** A document that takes the place of the stored one, and is not stored yet. */
export interface UnsavedDocument<D> {
  readonly unitKey: number;
  readonly periodStart: BusinessDate;
  readonly document: D;
}

/** unit_key to period start to document. */
type ByUnit<D> = Map<number, Map<string, D>>;

export function byUnit<D>(stored: readonly { unitKey: number; periodStart: string; document: D }[]): ByUnit<D> {
  const found: ByUnit<D> = new Map();
  for (const { unitKey, periodStart, document } of stored) {
    const documents = found.get(unitKey) ?? new Map<string, D>();
    documents.set(periodStart, document);
    found.set(unitKey, documents);
  }
  return found;
}
