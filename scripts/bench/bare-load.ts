import { utcDateOf } from '../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../src/kernel/time/types.ts';
import type { Context } from '../../src/context.ts';
import type { Querier } from '../../src/platform/database/database.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { ROWS_PER_TRANSACTION } from '../../src/readings/sent-rows.ts';
import { plainArray, timestampArray } from '../../src/platform/database/array-literal.ts';
import type { PlacedReading } from '../../src/readings/store/placed-readings.ts';
import { updateUnitStates } from '../../src/readings/store/readings.ts';
import type { MeterReading } from './meters.ts';
import { secondsOf } from './measure.ts';

/** One batch as one statement and one commit, for industries whose days are days of UTC. */
async function bareUpsert(db: Querier, readings: readonly MeterReading[]): Promise<void> {
  await db.many('bench.bare_upsert', {
    unitKeys: plainArray(readings.map((reading) => reading.unitKey)),
    epochsMs: plainArray(readings.map((reading) => reading.epochMs)),
    readings: timestampArray(readings.map((reading) => new Date(reading.epochMs).toISOString().slice(0, -1))),
    values: plainArray(readings.map((reading) => reading.value)),
    registers: plainArray(readings.map((reading) => reading.register)),
  });
}

/** Stores readings in batches as large as the service's. Returns the seconds of the statements. */
export async function bareLoad(db: Querier, readings: Iterable<MeterReading>): Promise<number> {
  let seconds = 0;
  let batch: MeterReading[] = [];
  const flush = async (): Promise<void> => {
    seconds += await secondsOf(() => bareUpsert(db, batch));
    batch = [];
  };
  for (const reading of readings) {
    batch.push(reading);
    if (batch.length === ROWS_PER_TRANSACTION) await flush();
  }
  if (batch.length > 0) await flush();
  return seconds;
}

/**
 * Runs bareLoad and stores the records that the service keeps beside first readings of units. Returns bareLoad's
 * seconds.
 */
export async function loadMeters(
  { database }: Pick<Context, 'database'>,
  industry: Industry,
  readings: () => Iterable<MeterReading>,
): Promise<number> {
  const seconds = await bareLoad(database, readings());
  const first = new Map<number, MeterReading>();
  const last = new Map<number, MeterReading>();
  for (const reading of readings()) {
    if (!first.has(reading.unitKey)) first.set(reading.unitKey, reading);
    last.set(reading.unitKey, reading);
  }
  const dateOf = ({ epochMs }: Pick<MeterReading, 'epochMs'>): BusinessDate => utcDateOf(epochMs);
  const placed = ({ unitKey, epochMs, value, register }: MeterReading): PlacedReading => ({
    unitKey,
    createdOnEpochMs: epochMs,
    businessMicroseconds: epochMs * 1000,
    businessDate: dateOf({ epochMs }),
    value,
    register,
    estimated: false,
    offlineMinutes: null,
    parameters: {},
  });
  const extents = [...industry.units.values()].flatMap(({ unitKey }) => {
    const [oldest, newest] = [first.get(unitKey), last.get(unitKey)];
    return oldest === undefined || newest === undefined
      ? []
      : [
          {
            oldest: placed(oldest),
            newest: placed(newest),
            firstBusinessDate: dateOf(oldest),
            firstRegisterDate: dateOf(oldest),
          },
        ];
  });
  await updateUnitStates(database, extents, new Date());
  return seconds;
}
