import type { Unheard } from '../../document/types.ts';
import { boundOfUnheard } from '../../document/unheard.ts';
import { instantText } from '../../look/date-text.ts';
import { decimalsFor, figureText } from '../../look/figure-text.ts';
import type { WaterBalance } from '../../water-balance/balance.ts';
import { sum } from '../../measure/exact.ts';
import { quantityCell } from '../cells.ts';
import type { Cell } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { numberOf, type ReportMeter } from '../meters.ts';
import { columnOf, type MeterColumn, noTotal, unitOfAll } from './meter-table.ts';

/* What registers counted while nothing was sent: it is in no hour, and so in no total of a report. */

/** More than crumbs of rounding. */
export const hasUnheard = ({ shown }: ReportMeter): boolean =>
  boundOfUnheard(numberOf(shown.value), shown.unheard) === 'at least';

/** What passed unheard, beside the amounts that lack it; no column where nothing did. */
export function unheardColumn(meters: readonly ReportMeter[]): readonly MeterColumn[] {
  if (!meters.some(hasUnheard)) return [];
  const amount = (value: number | undefined, unit: string): Cell =>
    value === undefined ? noTotal() : quantityCell({ value, unit, basis: null });
  return [
    {
      column: columnOf('unheard', 'In no hour', { unit: unitOfAll(meters), total: 'sum' }),
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
}

/** Which units were silent, since when and until when. */
export const unheardNote = (input: Pick<ReportInput, 'industry'>, meters: readonly ReportMeter[]): string | null =>
  noteOf(
    input,
    meters
      .filter(hasUnheard)
      .flatMap(({ shown: { unitName, siUnit, unheard } }) =>
        unheard === undefined ? [] : [{ ...unheard, displayName: unitName, siUnit }],
      ),
  );

/** The same of the units of one side of a balance. */
export const unheardInBalance = (
  input: Pick<ReportInput, 'industry'>,
  { unheard }: Pick<WaterBalance, 'unheard'>,
  side: 'sources' | 'uses',
): string | null =>
  noteOf(
    input,
    unheard.filter((unit) => unit.side === side),
  );

const MOST_NAMED = 3;

function noteOf({ industry }: Pick<ReportInput, 'industry'>, silent: readonly NamedUnheard[]): string | null {
  if (silent.length === 0) return null;
  const at = (iso: string): string => instantText(Date.parse(iso), industry.clock.timezone);
  const told = silent
    .slice(0, MOST_NAMED)
    .map(
      ({ displayName, value, siUnit, from, to }) =>
        `${displayName} ${figureText(value, decimalsFor([value]))} ${siUnit}, from ${at(from)} to ${at(to)}`,
    );
  const rest = silent.length - told.length;
  const how = silent.every(({ silences }) => silences > 0) ? 'while nothing was sent' : 'between two registers';
  return `Passed ${how}, in no hour: ${told.join('; ')}${rest > 0 ? `; units besides: ${rest}` : ''}.`;
}
