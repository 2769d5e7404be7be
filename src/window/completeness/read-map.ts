import type { BusinessDate } from '../../kernel/time/types.ts';
import { earlierOf, formatRequestDate, lastOfMonth } from '../../kernel/time/business-date.ts';
import type { NamedUnit } from '../units/choose-units.ts';
import type { Visit } from '../visit.ts';

/** A unit that the map shows. */
export interface MapUnit extends NamedUnit {
  /** The last day for which it counts; null: it is in use. */
  readonly lastDate: BusinessDate | null;
}

/** Fields of a line of GET /api/user/figures that the map shows. */
interface MapFigure {
  readonly unitId: string;
  readonly date: string;
  readonly coverage: number | null;
  readonly estimatedShare: number | null;
}

/** Days of units by their unit and date. */
export type MapFigures = ReadonlyMap<string, ReadonlyMap<string, MapFigure>>;

/** Figures of units over a month, by one request. */
export async function readMap(
  { lines }: Pick<Visit, 'lines'>,
  units: readonly NamedUnit[],
  month: BusinessDate,
  today: BusinessDate,
): Promise<MapFigures> {
  if (units.length === 0) return new Map();
  const unitIds = units.map(({ unitId }) => unitId);
  const told = await lines<MapFigure>('/api/user/figures', {
    from: formatRequestDate(month),
    to: formatRequestDate(earlierOf(lastOfMonth(month), today)),
    period: 'daily',
    format: 'ndjson',
    // The parameter separates ids by commas, so units with a comma in an id need the figures of all units.
    unitIds: unitIds.some((unitId) => unitId.includes(',')) ? null : unitIds.join(','),
  });
  const figures = new Map<string, Map<string, MapFigure>>();
  for (const figure of told) {
    const ofUnit = figures.get(figure.unitId) ?? new Map<string, MapFigure>();
    // Each parameter of a quality unit has a line, with the completeness of the unit.
    figures.set(figure.unitId, ofUnit.set(figure.date, figure));
  }
  return figures;
}
