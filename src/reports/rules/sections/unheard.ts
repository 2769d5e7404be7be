import type { Unheard } from '../../../kernel/document/types.ts';
import { boundOfUnheard, toldPartsOf } from '../../../kernel/document/unheard.ts';
import { firstNames } from '../../../kernel/text.ts';
import { instantText } from '../../../kernel/format/date-text.ts';
import { decimalsFor, figureText } from '../../../kernel/format/figure-text.ts';
import type { WaterBalance } from '../../../balance/rules/balance.ts';
import { sum } from '../../../kernel/measure/exact.ts';
import { quantityCell } from '../cells.ts';
import type { Cell } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { numberOf, type ReportMeter } from '../meters.ts';
import { columnOf, type MeterColumn, noTotal, notesOf, unitOfAll } from './meter-table.ts';

/*
 * Quantities that registers counted unheard, mostly while nothing was sent. No hour has them, so no total of a report
 * does.
 */

interface ToldUnit {
  readonly shown: Pick<ReportMeter['shown'], 'unitId' | 'unitName' | 'siUnit' | 'value' | 'unheard'>;
}

/** More than crumbs of rounding. */
export const hasUnheard = ({ shown }: ToldUnit): boolean =>
  boundOfUnheard(numberOf(shown.value), shown.unheard) === 'at least';

/** Column of unheard quantities, beside the amounts that lack them. No column where all is 0. */
export function unheardColumn(meters: readonly ReportMeter[]): readonly MeterColumn[] {
  if (!meters.some(hasUnheard)) return [];
  const amount = (value: number | undefined, unit: string): Cell =>
    value === undefined ? noTotal() : quantityCell({ value, unit, basis: null });
  return [
    {
      column: columnOf('unheard', 'Not in the total', { unit: unitOfAll(meters), total: 'sum' }),
      of: (meter) => amount(hasUnheard(meter) ? meter.shown.unheard?.value : undefined, meter.shown.siUnit),
      together: (parts, { siUnit }) => {
        const once = new Map(parts.filter(hasUnheard).map(({ shown }) => [shown.unitId, shown.unheard?.value ?? 0]));
        return amount(once.size === 0 || siUnit === null ? undefined : sum([...once.values()]), siUnit ?? '');
      },
    },
  ];
}

interface NamedUnheard extends Unheard {
  readonly displayName: string;
  readonly siUnit: string;
  /** Amount that lacks the quantity; null: not known. */
  readonly figure: number | null;
}

/** Note below a table whose total lacks unheard quantities, with units, quantities and days. */
export const unheardNote = (input: Pick<ReportInput, 'industry'>, units: readonly ToldUnit[]): string | null =>
  noteOf(
    input,
    [...new Map(units.map((unit) => [unit.shown.unitId, unit])).values()]
      .filter(hasUnheard)
      .flatMap(({ shown: { unitName, siUnit, unheard, value } }) =>
        unheard === undefined ? [] : [{ ...unheard, displayName: unitName, siUnit, figure: numberOf(value) }],
      ),
  );

/** Note of unheard quantities of a balance's units. */
export const unheardInBalance = (
  input: Pick<ReportInput, 'industry'>,
  { unheard }: Pick<WaterBalance, 'unheard'>,
  sides: readonly ('sources' | 'uses')[],
): string | null =>
  noteOf(
    input,
    unheard.flatMap((unit) => (sides.includes(unit.side) ? [{ ...unit, figure: null }] : [])),
  );

const MOST_NAMED = 3;

const WHILE_SILENT = 'while nothing was sent';
const BETWEEN_REGISTERS = 'between two registers';

/** Words for a quantity that passed although no hour has it. */
export const unheardWords = (unheard: Unheard, figure: number | null): string =>
  toldPartsOf(unheard, figure)
    .map(({ isSilence }) => (isSilence ? WHILE_SILENT : BETWEEN_REGISTERS))
    .join(' and ');

function noteOf({ industry }: Pick<ReportInput, 'industry'>, units: readonly NamedUnheard[]): string | null {
  const at = (iso: string): string => instantText(Date.parse(iso), industry.clock.timezone);
  const parts = units.flatMap((unit) =>
    toldPartsOf(unit, unit.figure).map(({ isSilence, value, from, to }) => ({
      isSilence,
      value,
      siUnit: unit.siUnit,
      told: `${unit.displayName} ${figureText(value, decimalsFor([value]))} ${unit.siUnit}, from ${at(from)} to ${at(to)}`,
    })),
  );
  return notesOf(
    [WHILE_SILENT, BETWEEN_REGISTERS].map((how) => {
      const own = parts.filter(({ isSilence }) => isSilence === (how === WHILE_SILENT));
      if (own.length === 0) return null;
      const names = own.map(({ told }) => told);
      const named = `${firstNames(names, MOST_NAMED, '; ')}${togetherText(own.slice(MOST_NAMED))}`;
      return `In no hour and no total, because it passed ${how}: ${named}.`;
    }),
  );
}

/** Unheard quantity of the units that the note does not name. Empty where the units do not add up. */
function togetherText(parts: readonly { readonly value: number; readonly siUnit: string }[]): string {
  const [first] = parts;
  if (first === undefined || parts.some(({ siUnit }) => siUnit !== first.siUnit)) return '';
  const value = sum(parts.map((part) => part.value));
  return `, together ${figureText(value, decimalsFor([value]))} ${first.siUnit}`;
}
