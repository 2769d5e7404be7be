import type { PeriodEntry, Unheard } from '../../../kernel/document/types.ts';
import { minus, plus, sum, times } from '../../../kernel/measure/exact.ts';
import { metersInstalled } from '../../../kernel/measure/meter.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { NO_READING, hourQuantityOf } from '../processors/hour-quantity.ts';
import { numberOrNull } from '../processors/numbers.ts';
import type { RegisterPart } from '../processors/types.ts';
import type { CutHour, HourPart, HourParts } from './hour-part.ts';

/** The quantity of one part of a cut hour, and what passed unheard and is told by that part. */
export interface PartQuantity {
  readonly y: number | null;
  readonly unheard: Unheard | null;
}

/**
 * Parts the quantity of an hour in two. Both parts add up to the hour, without counting twice. The part that has the
 * hour's first register has the unheard quantity. Spec gap: values alone count only the amount that no register counts.
 */
export function quantitiesOfParts(
  whole: PeriodEntry,
  unit: Unit,
  hour: CutHour,
  parts: HourParts,
): readonly [PartQuantity, PartQuantity] {
  const unheard = whole.unheard ?? null;
  if (typeof whole.y !== 'number')
    return [
      { y: null, unheard: null },
      { y: null, unheard },
    ];
  const [one, other] = parts;
  const isFirst = hasRegister(one);
  const withUnheard = (y: number | null, later: number | null): readonly [PartQuantity, PartQuantity] => [
    { y, unheard: isFirst ? unheard : null },
    { y: later, unheard: isFirst ? null : unheard },
  ];
  if (metersInstalled(unit, hour.startEpochMs, hour.endEpochMs).length > 0) {
    const y = atMost(ownOf(one), whole.y);
    const rest = minus(whole.y, y ?? 0);
    return withUnheard(y, rest === 0 && other === null ? null : rest);
  }
  const { rule } = hourQuantityOf(together(one?.rollup ?? null, other?.rollup ?? null), unit.flowFactor);
  if (rule === 'register') return byRegisters(whole.y, unheard, unit, parts);
  const y = valuesOf(unit, one);
  return withUnheard(y, valuesOf(unit, other) === null ? null : minus(whole.y, y ?? 0));
}

/** Quantities of an hour that its registers count, from the first one to the last one. */
function byRegisters(
  total: number,
  unheard: Unheard | null,
  unit: Unit,
  [one, other]: HourParts,
): readonly [PartQuantity, PartQuantity] {
  if (!hasRegister(one)) {
    // Values have counted a part of the amount before the first register.
    const passed = unheard?.value ?? 0;
    const values = valuesOf(unit, one);
    const y = values === null || values < 0 || (values > 0 && passed === 0) ? null : Math.min(values, passed);
    return [
      { y, unheard: null },
      { y: total, unheard: unheardOfValue(unheard, minus(passed, y ?? 0)) },
    ];
  }
  if (!hasRegister(other)) {
    // The step of the next register counts what passes behind the last one.
    const y = valuesOf(unit, other) === 0 ? 0 : null;
    return [
      { y: total, unheard },
      { y, unheard: null },
    ];
  }
  const [first, second] = [ownOf(one), ownOf(other)];
  const step = other?.entry.unheard ?? null;
  const own = sum([first ?? 0, second ?? 0, step?.value ?? 0]);
  // The whole hour knows when a new meter was installed on a day before; its first register counts from there.
  const sinceInstalled = first === null || second === null ? 0 : Math.max(0, minus(total, own));
  const y = atMost(first === null ? null : plus(first, sinceInstalled), total);
  const rest = minus(total, y ?? 0);
  const later = step === null ? rest : (atMost(second, rest) ?? 0);
  return [
    { y, unheard },
    { y: later, unheard: unheardOfValue(step, minus(rest, later)) },
  ];
}

const hasRegister = (part: HourPart | null): boolean => (part?.entry.fr ?? null) !== null;

const ownOf = (part: HourPart | null): number | null => numberOrNull(part?.entry.y);

const atMost = (own: number | null, total: number): number | null =>
  own === null ? null : Math.min(Math.max(0, own), total);

const unheardOfValue = (unheard: Unheard | null, value: number): Unheard | null =>
  unheard === null || value === 0 ? null : { ...unheard, value };

/** The sum of a part's interval values; null: it has none. */
const valuesOf = ({ flowFactor }: Unit, part: HourPart | null): number | null =>
  part === null || part.rollup.valueCount === 0 ? null : times(part.rollup.valueSum, flowFactor);

function together(one: RegisterPart | null, other: RegisterPart | null): RegisterPart {
  const [first, second] = [one ?? NO_READING, other ?? NO_READING];
  const begun = first.firstRegister === null ? second : first;
  return {
    valueCount: first.valueCount + second.valueCount,
    valueSum: plus(first.valueSum, second.valueSum),
    estimatedValueSum: plus(first.estimatedValueSum, second.estimatedValueSum),
    firstRegister: begun.firstRegister,
    firstRegisterValue: begun.firstRegisterValue,
    lastRegister: second.lastRegister ?? first.lastRegister,
  };
}
