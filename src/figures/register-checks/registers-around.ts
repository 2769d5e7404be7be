import type { Querier } from '../../platform/database/database.ts';
import type { InstalledMeter } from '../../kernel/measure/meter.ts';
import { businessAt } from '../../kernel/time/business-clock.ts';
import type { BusinessClock } from '../../kernel/time/types.ts';
import { registersAroundInstants, type RegistersAround } from '../../platform/directory/store/meters.ts';

/** Instant before the first reading, and one after the last. */
export const BEFORE_READINGS = Date.UTC(1901, 0, 1);
export const AFTER_READINGS = Date.UTC(2199, 0, 1);

type Installation = Pick<InstalledMeter, 'installedAtEpochMs'>;

/** The registers sent around each installation, no farther than the installations of the others. */
export const registersAroundMeters = (
  db: Querier,
  clock: BusinessClock,
  unitKey: number,
  meters: readonly Installation[],
  others: readonly Installation[],
): Promise<RegistersAround[]> =>
  registersAroundInstants(
    db,
    unitKey,
    meters.map(({ installedAtEpochMs: at }) => ({
      epochMs: at,
      businessAt: businessAt(clock, at),
      fromEpochMs: others.findLast((other) => other.installedAtEpochMs < at)?.installedAtEpochMs ?? BEFORE_READINGS,
      untilEpochMs: others.find((other) => other.installedAtEpochMs > at)?.installedAtEpochMs ?? AFTER_READINGS,
    })),
  );
