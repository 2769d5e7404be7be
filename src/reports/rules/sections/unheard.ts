import { numberOrNull } from '../../../figures/rules/processors/numbers.ts';
import type { Unheard } from '../../../kernel/document/types.ts';
import { boundOfUnheard, toldPartsOf } from '../../../kernel/document/unheard.ts';
import { instantText } from '../../../kernel/format/date-text.ts';
import { decimalsFor, figureText } from '../../../kernel/format/figure-text.ts';
import type { WaterBalance } from '../../../balance/rules/balance.ts';
import { sum } from '../../../kernel/measure/exact.ts';
import { quantityCell } from '../cells.ts';
import type { Cell } from '../document.ts';
import type { ReportInput } from '../input.ts';
import type { ReportMeter } from '../meters.ts';
import { columnOf, type MeterColumn, noTotal, notesOf, unitOfAll } from './meter-table.ts';
import { namesIn, type ReportTexts, type Spoken, reportTextsOf } from '../report-texts.ts';

/*
 * Quantities that registers counted unheard, mostly while nothing was sent. No hour has them, so no total of a report
 * does.
 */

interface ShownUnit {
  readonly shown: Pick<ReportMeter['shown'], 'unitId' | 'unitName' | 'siUnit' | 'value' | 'unheard'>;
}

/** More than crumbs of rounding. */
export const hasUnheard = ({ shown }: ShownUnit): boolean =>
  boundOfUnheard(numberOrNull(shown.value), shown.unheard) === 'at least';

/** Column of unheard quantities, beside the amounts that lack them. No column where all is 0. */
export function unheardColumn(t: ReportTexts, meters: readonly ReportMeter[]): readonly MeterColumn[] {
  if (!meters.some(hasUnheard)) return [];
  const amount = (value: number | undefined, unit: string): Cell =>
    value === undefined ? noTotal() : quantityCell({ value, unit, basis: null });
  return [
    {
      column: columnOf('unheard', t('notInTotal'), { unit: unitOfAll(meters), total: 'sum' }),
      of: (meter) => amount(hasUnheard(meter) ? meter.shown.unheard?.value : undefined, meter.shown.siUnit),
      together: (parts, { siUnit }) => {
        const once = new Map(parts.filter(hasUnheard).map(({ shown }) => [shown.unitId, shown.unheard?.value ?? 0]));
        return amount(once.size === 0 || siUnit === null ? undefined : sum([...once.values()]), siUnit ?? '');
      },
    },
  ];
}

type Asked = Pick<ReportInput, 'industry'> & Spoken;

interface NamedUnheard extends Unheard {
  readonly displayName: string;
  readonly siUnit: string;
  /** Amount that lacks the quantity; null: not known. */
  readonly figure: number | null;
}

/** Note below a table whose total lacks unheard quantities, with units, quantities and days. */
export const unheardNote = (input: Asked, units: readonly ShownUnit[]): string | null =>
  noteOf(
    input,
    [...new Map(units.map((unit) => [unit.shown.unitId, unit])).values()]
      .filter(hasUnheard)
      .flatMap(({ shown: { unitName, siUnit, unheard, value } }) =>
        unheard === undefined ? [] : [{ ...unheard, displayName: unitName, siUnit, figure: numberOrNull(value) }],
      ),
  );

/** Note of unheard quantities of a balance's units. */
export const unheardInBalance = (
  input: Asked,
  { unheard }: Pick<WaterBalance, 'unheard'>,
  sides: readonly ('sources' | 'uses')[],
): string | null =>
  noteOf(
    input,
    unheard.flatMap((unit) => (sides.includes(unit.side) ? [{ ...unit, figure: null }] : [])),
  );

const MOST_NAMED = 3;

const howIn = (t: ReportTexts, isSilence: boolean): string => t(isSilence ? 'whileSilent' : 'betweenRegisters');

/** Words for a quantity that passed although no hour has it. */
export const unheardWords = (t: ReportTexts, unheard: Unheard, figure: number | null): string =>
  toldPartsOf(unheard, figure)
    .map(({ isSilence }) => howIn(t, isSilence))
    .reduce((list, one) => t('listAnd', { list, one }));

function noteOf(input: Asked, units: readonly NamedUnheard[]): string | null {
  const t = reportTextsOf(input);
  const at = (iso: string): string => instantText(Date.parse(iso), input.industry.clock.timezone, t.language);
  const parts = units.flatMap((unit) =>
    toldPartsOf(unit, unit.figure).map(({ isSilence, value, from, to }) => ({
      isSilence,
      value,
      siUnit: unit.siUnit,
      words: t('unheardOf', {
        unit: unit.displayName,
        value: figureText(value, decimalsFor([value])),
        siUnit: unit.siUnit,
        from: at(from),
        to: at(to),
      }),
    })),
  );
  return notesOf(
    [true, false].map((isSilence) => {
      const own = parts.filter((part) => part.isSilence === isSilence);
      if (own.length === 0) return null;
      const names = own.map(({ words }) => words);
      const named = withTogether(t, namesIn(t, names, MOST_NAMED, '; '), own.slice(MOST_NAMED));
      return t('unheardNote', { how: howIn(t, isSilence), named });
    }),
  );
}

/** The names with the unheard quantity of the units that are not named, where the units add up. */
function withTogether(
  t: ReportTexts,
  named: string,
  parts: readonly { readonly value: number; readonly siUnit: string }[],
): string {
  const [first] = parts;
  if (first === undefined || parts.some(({ siUnit }) => siUnit !== first.siUnit)) return named;
  const value = sum(parts.map((part) => part.value));
  return t('unheardTogether', { named, value: figureText(value, decimalsFor([value])), siUnit: first.siUnit });
}
