import { isMoreThan } from '../../document/unheard.ts';
import { instantText } from '../../look/date-text.ts';
import { decimalsFor, figureText } from '../../look/figure-text.ts';
import { quantityCell } from '../cells.ts';
import type { Cell } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { numberOf, type ReportMeter } from '../meters.ts';
import { columnOf, type MeterColumn, noTotal, unitOfAll } from './meter-table.ts';

/* What registers counted while nothing was sent: it is in no hour, and so in no total of a report. */

const hasUnheard = ({ shown }: ReportMeter): boolean => isMoreThan(numberOf(shown.value), shown.unheard);

/** What passed unheard, beside the amounts that lack it; no column where nothing did. */
export function unheardColumn(meters: readonly ReportMeter[]): readonly MeterColumn[] {
  const silent = meters.filter(hasUnheard);
  if (silent.length === 0) return [];
  const amount = (value: number | undefined, unit: string): Cell =>
    value === undefined ? noTotal() : quantityCell({ value, unit, basis: null });
  return [
    {
      column: columnOf('unheard', 'In no hour', { unit: unitOfAll(meters), total: 'sum' }),
      of: (meter) => amount(hasUnheard(meter) ? meter.shown.unheard?.value : undefined, meter.shown.siUnit),
      together: (parts, { unheard, siUnit }) =>
        amount(parts.some(hasUnheard) ? unheard?.value : undefined, siUnit ?? ''),
    },
  ];
}

const MOST_NAMED = 3;

/** Which units were silent, since when and until when. */
export function unheardNote(
  { industry }: Pick<ReportInput, 'industry'>,
  meters: readonly ReportMeter[],
): string | null {
  const silent = meters.filter(hasUnheard);
  if (silent.length === 0) return null;
  const at = (iso: string): string => instantText(Date.parse(iso), industry.clock.timezone);
  const told = silent.slice(0, MOST_NAMED).flatMap(({ shown: { unitName, siUnit, unheard } }) => {
    if (unheard === undefined) return [];
    const { value, from, to } = unheard;
    return [`${unitName} ${figureText(value, decimalsFor([value]))} ${siUnit}, from ${at(from)} to ${at(to)}`];
  });
  const rest = silent.length - told.length;
  const isSilence = silent.every(({ shown }) => (shown.unheard?.silences ?? 0) > 0);
  const how = isSilence ? 'while nothing was sent' : 'between two registers';
  return `Passed ${how}, in no hour: ${told.join('; ')}${rest > 0 ? `; units besides: ${rest}` : ''}.`;
}
