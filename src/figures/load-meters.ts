import type { Querier } from '../platform/database/database.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { metersInstalled } from '../kernel/measure/meter.ts';
import { REGISTER_GROUPS, type Unit } from '../kernel/measure/unit.ts';
import { hourOfMeter } from './rules/processors/meter-runs.ts';
import type { NewMeter, UnitDay } from './rules/processors/types.ts';
import { dayWindow } from '../kernel/time/business-clock.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { type MeterPartWanted, meterParts } from './store/meter-parts.ts';
import type { UnitHistory } from './store/rollups.ts';

type MeterParts = NonNullable<UnitDay['meterParts']>;

interface MeteredUnit {
  readonly unitKey: number;
  readonly unit: Unit;
}

/**
 * The first part begins and the last one ends this far outside of the day, so that no reading of the day is left out.
 * The statement reads no other day.
 */
const BEYOND_THE_DAY_MILLISECONDS = 3 * DAY_MS;

/** Registers of each meter in hours with an installation, by unit key. Days without one cost no query. */
export async function loadMeterParts(
  db: Querier,
  { clock }: Industry,
  date: BusinessDate,
  units: readonly MeteredUnit[],
): Promise<ReadonlyMap<number, MeterParts>> {
  if (!units.some(({ unit }) => unit.meters !== undefined)) return new Map();
  const { startEpochMs, endEpochMs } = dayWindow(clock, date);
  const wanted = units
    .filter(({ unit }) => REGISTER_GROUPS.includes(unit.group))
    .flatMap(({ unitKey, unit }): MeterPartWanted[] => {
      const byHour = Map.groupBy(metersInstalled(unit, startEpochMs, endEpochMs), (meter) =>
        hourOfMeter(meter, startEpochMs),
      );
      return [...byHour].flatMap(([hour, meters]) => {
        const bounds = [
          startEpochMs - BEYOND_THE_DAY_MILLISECONDS,
          ...meters.map(({ installedAtEpochMs }) => installedAtEpochMs),
          endEpochMs + BEYOND_THE_DAY_MILLISECONDS,
        ];
        return bounds.slice(1).map((untilEpochMs, index) => ({
          unitKey,
          date,
          dayStartEpochMs: startEpochMs,
          hour,
          fromEpochMs: bounds[index] ?? startEpochMs,
          untilEpochMs,
        }));
      });
    });
  const parts = await meterParts(db, wanted);
  const byUnit = Map.groupBy(wanted.keys(), (index) => wanted[index]?.unitKey ?? 0);
  return new Map(
    [...byUnit].map(([unitKey, indexes]) => [
      unitKey,
      new Map(
        [...Map.groupBy(indexes, (index) => wanted[index]?.hour ?? 0)].map(([hour, ofHour]) => [
          hour,
          ofHour.map((index) => parts[index] ?? null),
        ]),
      ),
    ]),
  );
}

/** The meter that was installed before a day and has sent no register since; null: the unit's meter has sent one. */
export function newMeterBefore(
  unit: Unit,
  dayStartEpochMs: EpochMillis,
  history: UnitHistory | undefined,
): NewMeter | null {
  const meter = unit.meters?.findLast(({ installedAtEpochMs }) => installedAtEpochMs < dayStartEpochMs);
  if (meter === undefined) return null;
  const readSince = (value: number | null, epochMs: EpochMillis | null): boolean =>
    value !== null && epochMs !== null && epochMs >= meter.installedAtEpochMs;
  if (history !== undefined && readSince(history.before.register, history.readAt.registerEpochMs)) return null;
  const hasCountedByValues = history !== undefined && readSince(history.before.value, history.readAt.valueEpochMs);
  return { initialRegister: hasCountedByValues ? null : meter.initialRegister };
}
