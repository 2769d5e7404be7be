import type { Context } from '../../context.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type Industry, requireUnit, type StoredUnit, unitAsOf } from '../../domain/industry/industry.ts';
import { type LatestReading, latestReading } from '../../domain/latest/latest-reading.ts';
import { businessDateOf } from '../../domain/time/business-clock.ts';
import { latestReadings } from '../../store/readings.ts';

export interface LatestService {
  /** @throws ServiceError 404 when the unit is not in the industry's mapping, or has never transmitted. */
  ofUnit(industry: Industry, unitId: string, divisionFactor: number): Promise<LatestReading>;
  /**
   * In the order of the unit mapping; units that never transmitted are absent. @throws ServiceError 404 when none ever
   * did.
   */
  ofAll(industry: Industry, divisionFactor: number): Promise<LatestReading[]>;
}

/**
 * Newest readings by the device's instant, whatever the date, each by the unit's configuration of its day; one look-up
 * each, however long the history is.
 */
export function createLatest({ database }: Pick<Context, 'database'>): LatestService {
  const read = async (
    { clock }: Industry,
    units: readonly StoredUnit[],
    divisionFactor: number,
  ): Promise<LatestReading[]> => {
    const newest = new Map(
      (
        await latestReadings(
          database,
          units.map((unit) => unit.unitKey),
        )
      ).map((reading) => [reading.unitKey, reading]),
    );
    return units.flatMap((unit) => {
      const reading = newest.get(unit.unitKey);
      return reading === undefined
        ? []
        : [latestReading(unitAsOf(unit, businessDateOf(clock, reading.createdOn.getTime())), reading, divisionFactor)];
    });
  };
  return {
    async ofUnit(industry, unitId, divisionFactor) {
      const [reading] = await read(industry, [requireUnit(industry, unitId)], divisionFactor);
      if (reading === undefined) throw new ServiceError(404, `No data found for unit '${unitId.slice(0, 80)}'`);
      return reading;
    },
    async ofAll(industry, divisionFactor) {
      const readings = await read(industry, [...industry.units.values()], divisionFactor);
      if (readings.length === 0) throw new ServiceError(404, 'No data found');
      return readings;
    },
  };
}
