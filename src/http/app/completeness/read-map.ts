import type { BusinessDate } from '../../../domain/time/types.ts';
import { earlierOf, formatRequestDate, lastOfMonth } from '../../../domain/time/business-date.ts';
import type { Visit } from '../visit.ts';

/** What is shown of GET /api/user/units. */
export interface MapUnit {
  readonly unitId: string;
  readonly unitName: string;
}

/** A line of GET /api/user/figures, as far as it is shown. */
export interface MapFigure {
  readonly unitId: string;
  readonly date: string;
  readonly coverage: number | null;
  readonly estimatedShare: number | null;
}

/** Days of units by their unit and date. */
export type MapFigures = ReadonlyMap<string, ReadonlyMap<string, MapFigure>>;

/** The figures of some units over a month, by one question. */
export async function readMap(
  { fetch }: Pick<Visit, 'fetch'>,
  units: readonly MapUnit[],
  month: BusinessDate,
  today: BusinessDate,
): Promise<MapFigures> {
  if (units.length === 0) return new Map();
  const query = new URLSearchParams({
    from: formatRequestDate(month),
    to: formatRequestDate(earlierOf(lastOfMonth(month), today)),
    period: 'daily',
    format: 'ndjson',
  });
  const unitIds = units.map(({ unitId }) => unitId);
  // The parameter parts ids by commas. Without it all units are told.
  if (!unitIds.some((unitId) => unitId.includes(','))) query.set('unitIds', unitIds.join(','));
  const answer = await fetch({ path: `/api/user/figures?${query}` });
  const figures = new Map<string, Map<string, MapFigure>>();
  for (const line of (await answer.text()).split('\n')) {
    if (line === '') continue;
    const figure = JSON.parse(line) as MapFigure; // the endpoint's own lines
    const ofUnit = figures.get(figure.unitId) ?? new Map<string, MapFigure>();
    // Each parameter of a quality unit has a line, and all have the completeness of the unit.
    figures.set(figure.unitId, ofUnit.set(figure.date, figure));
  }
  return figures;
}
