import type { ProcessedDocument } from '../../../kernel/document/types.ts';
import { type StoredUnit, unitAsOf, unitsDuring } from '../../../kernel/industry/industry.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { ownOf } from '../../../kernel/own-of.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';
import { ALIKE, meansOrNull, type Unlike } from './parameters.ts';

/** A day or month with its document. `to` is not after the running day, because later settings decide nothing yet. */
interface DatedPeriod {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  readonly document: Pick<ProcessedDocument, 'value' | 'paramValue' | 'provenance'> | null;
}

/** The parameters of a unit without a mean in the periods. Spec gap: a mean over such a change is not stated. */
export function unlikeParameters(stored: StoredUnit, periods: readonly DatedPeriod[]): Unlike {
  if (stored.versions.length < 2) return ALIKE;
  // Few units ever change the unit of measure of a parameter, and their days need not be looked at.
  const changed = unlikeNames(
    stored.versions.flatMap(({ unit }) => Object.keys(unit.params).map((name) => [name, unit] as const)),
  );
  const last = periods.findLast(({ document }) => document !== null)?.to;
  if (changed.size === 0 || last === undefined) return ALIKE;
  const named = unitAsOf(stored, last);
  const told: [name: string, unit: Unit][] = [];
  const ofLast = new Map<string, Unit>();
  for (const { from, to, document } of periods) {
    if (document === null || document.provenance.readingsUsed === 0) continue;
    const figures = meansOrNull(document.value) ?? document.paramValue ?? {};
    const during = unitsDuring(stored, { from, to });
    for (const name of changed) {
      const isKnown = (ownOf(figures, name) ?? null) !== null;
      if (isKnown) ofLast.set(name, unitAsOf(stored, to));
      // A period has a figure where all of it was in its last unit. It may have none because the unit changed.
      const units = isKnown ? [unitAsOf(stored, to), named] : during.length > 1 ? during : [];
      told.push(...units.map((unit): [string, Unit] => [name, unit]));
    }
  }
  return new Map(
    [...unlikeNames(told)].map((name) => [
      name,
      { isLastNamed: isMeasuredAlike(name, ofLast.get(name) ?? named, named) },
    ]),
  );
}

/** Names of parameters that units declare with more than one unit of measure. */
export function unlikeNames(told: Iterable<readonly [name: string, unit: Pick<Unit, 'params'>]>): ReadonlySet<string> {
  const measures = new Map<string, Set<string>>();
  for (const [name, { params }] of told) {
    const measure = ownOf(params, name)?.siUnit;
    if (measure !== undefined) measures.set(name, (measures.get(name) ?? new Set()).add(measure));
  }
  return new Set([...measures].flatMap(([name, of]) => (of.size > 1 ? [name] : [])));
}

/** Whether two units measure a parameter in one unit of measure, as far as both declare it. */
export const isMeasuredAlike = (name: string, one: Pick<Unit, 'params'>, other: Pick<Unit, 'params'>): boolean =>
  unlikeNames([
    [name, one],
    [name, other],
  ]).size === 0;
