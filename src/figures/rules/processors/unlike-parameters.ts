import type { ProcessedDocument } from '../../../kernel/document/types.ts';
import { type StoredUnit, unitsDuring } from '../../../kernel/industry/industry.ts';
import { ownOf } from '../../../kernel/own-of.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';
import { meansOrNull } from './parameters.ts';

/** A day or month with its document. */
interface DatedPeriod {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  readonly document: Pick<ProcessedDocument, 'value' | 'paramValue'> | null;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Names of parameters that were measured in more than one unit of measure in the periods, so that figures of these have
 * no mean. Spec gap: a mean over such a change is not stated.
 */
export function unlikeParameters(stored: StoredUnit, periods: readonly DatedPeriod[]): ReadonlySet<string> {
  if (stored.versions.length < 2) return NONE;
  const measures = new Map<string, Set<string>>();
  for (const { from, to, document } of periods) {
    const figures = meansOrNull(document?.value) ?? document?.paramValue ?? {};
    const known = Object.keys(figures).filter((name) => ownOf(figures, name) !== null);
    for (const { params } of known.length === 0 ? [] : unitsDuring(stored, { from, to }))
      for (const name of known) {
        const measure = ownOf(params, name)?.siUnit;
        if (measure !== undefined) measures.set(name, (measures.get(name) ?? new Set()).add(measure));
      }
  }
  return new Set([...measures].flatMap(([name, of]) => (of.size > 1 ? [name] : [])));
}
