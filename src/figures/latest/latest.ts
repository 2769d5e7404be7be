import type { DataContext } from '../../context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { type Industry, requireUnit, type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import type { Unit } from '../../kernel/measure/unit.ts';
import { type LatestReading, latestReading, type NewestReading } from '../rules/latest/latest-reading.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { latestReadings } from '../../readings/store/readings.ts';

type ReadContext = Pick<DataContext, 'database'>;

/**
 * The newest reading of a unit.
 * @throws ServiceError 404 when the unit is not in the industry's mapping, or has never transmitted.
 */
export async function readLatestOfUnit(
  context: ReadContext,
  industry: Industry,
  unitId: string,
  divisionFactor: number,
): Promise<LatestReading> {
  const [reading] = await readLatest(context, industry, [requireUnit(industry, unitId)], divisionFactor);
  if (reading === undefined) throw new ServiceError(404, `No data found for unit '${unitId.slice(0, 80)}'`);
  return reading;
}

/**
 * The newest readings of an industry in the order of its unit mapping. Units that never transmitted are absent.
 * @throws ServiceError 404 when none ever did.
 */
export async function readLatestOfAll(
  context: ReadContext,
  industry: Industry,
  divisionFactor: number,
): Promise<LatestReading[]> {
  const readings = await readLatest(context, industry, [...industry.units.values()], divisionFactor);
  if (readings.length === 0) throw new ServiceError(404, 'No data found');
  return readings;
}

const readLatest = async (
  context: ReadContext,
  industry: Industry,
  units: readonly StoredUnit[],
  divisionFactor: number,
): Promise<LatestReading[]> =>
  (await newestReadings(context, industry, units)).map(({ unit, reading }) =>
    latestReading(unit, reading, divisionFactor),
  );

interface NewestOfUnit {
  /** As it counted on the day of the reading. */
  readonly unit: Unit;
  readonly reading: NewestReading;
}

/**
 * Newest readings by the device's instant, whatever the date, in the order of the units. Each costs one look-up,
 * however long the history is. Units that never transmitted are absent.
 */
export async function newestReadings(
  { database }: ReadContext,
  { clock }: Pick<Industry, 'clock'>,
  units: readonly StoredUnit[],
): Promise<readonly NewestOfUnit[]> {
  const found = await latestReadings(
    database,
    units.map((unit) => unit.unitKey),
  );
  const newest = new Map(found.map((reading) => [reading.unitKey, reading]));
  return units.flatMap((unit) => {
    const reading = newest.get(unit.unitKey);
    if (reading === undefined) return [];
    return [{ unit: unitAsOf(unit, businessDateOf(clock, reading.createdOn.getTime())), reading }];
  });
}
