import type { Figure } from '../../../kernel/document/types.ts';
import type { UnitSpan } from '../figures/unit-span.ts';

/** One bucket of one unit, undivided (specification, User: device data v2, formattedOutput=false). */
export interface RawRow {
  readonly unitId: string;
  readonly timestamp: string;
  readonly value: Figure;
}

/** Buckets of units in order; a bucket that several spans share is listed once. */
export function rawRows(spans: readonly ReadonlyMap<string, UnitSpan>[], unitIds: readonly string[]): RawRow[] {
  const listed = new Set<string>();
  return unitIds.flatMap((unitId) =>
    spans.flatMap((units) =>
      (units.get(unitId)?.entries ?? []).flatMap(({ x, y }): RawRow[] => {
        const key = `${unitId} ${x}`;
        if (listed.has(key)) return [];
        listed.add(key);
        return [{ unitId, timestamp: x, value: y }];
      }),
    ),
  );
}
