import type { Industry } from '../../domain/industry/industry.ts';
import { unitAsOf } from '../../domain/industry/industry.ts';
import type { UnitGroup } from '../../domain/measure/unit.ts';
import type { WrittenDocument } from '../../store/documents.ts';
import type { HandedOn } from '../../store/ledger.ts';

/** What a day of a group hands on to the next one; groups that are not listed begin every day anew. */
const HANDED_ON: Partial<Readonly<Record<UnitGroup, HandedOn['kind']>>> = { STOCK: 'level', FLOW: 'register', CONSUMPTION: 'register', ENERGY: 'register' };

/** Units whose daily documents changed and that hand something on, each with the last of its changed days. */
export function handedOnBy(industry: Industry, changed: readonly WrittenDocument[]): (HandedOn & { readonly unitId: string })[] {
  const byKey = new Map([...industry.units.values()].map((stored) => [stored.unitKey, stored]));
  const lastChanged = new Map<number, WrittenDocument>();
  for (const document of changed) {
    if (document.periodStart >= (lastChanged.get(document.unitKey)?.periodStart ?? '')) lastChanged.set(document.unitKey, document);
  }
  return [...lastChanged.values()].flatMap(({ unitKey, periodStart }) => {
    const stored = byKey.get(unitKey);
    const kind = stored === undefined ? undefined : HANDED_ON[unitAsOf(stored, periodStart).group];
    return stored === undefined || kind === undefined ? [] : [{ unitKey, unitId: stored.current.unitId, changedDate: periodStart, kind }];
  });
}
