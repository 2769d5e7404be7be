import type { Querier } from '../database/database.ts';
import type { InstalledMeter, RegisterAt } from '../domain/measure/meter.ts';
import type { BusinessDate, EpochMillis } from '../domain/time/types.ts';
import { timestampArray } from './array-literal.ts';

/** A meter as it is registered. */
export interface StoredMeter extends InstalledMeter {
  readonly meterId: string;
  /** userId of the operator. */
  readonly registeredBy: string;
  readonly registeredAt: Date;
  readonly version: number;
}

interface MeterRow {
  meter_id: string;
  installed_ms: number;
  serial: string | null;
  initial_register: number | null;
  final_register_of_old: number | null;
  registered_by: string;
  registered_at: string;
  version: number;
}

/** The meters that were installed in a unit, oldest first; its first meter is not among them. */
export const metersOfUnit = async (db: Querier, industryKey: number, unitKey: number): Promise<StoredMeter[]> =>
  (await db.many<MeterRow>('meters.of_unit', [industryKey, unitKey])).map((row) => ({
    meterId: row.meter_id,
    installedAtEpochMs: row.installed_ms,
    serial: row.serial,
    initialRegister: row.initial_register,
    finalRegisterOfOld: row.final_register_of_old,
    registeredBy: row.registered_by,
    registeredAt: new Date(row.registered_at),
    version: row.version,
  }));

/** When a unit was taken out of use; null: it is in use, or the industry has none of that id. */
export async function unitRetiredAt(db: Querier, industryKey: number, unitId: string): Promise<Date | null> {
  const row = await db.maybeOne<{ removed_at: string | null }>('meters.retired_at', [industryKey, unitId]);
  return row === null || row.removed_at === null ? null : new Date(row.removed_at);
}

/** Instant of a unit's first reading; null: it never sent one. */
export const firstReadingOf = async (db: Querier, unitKey: number): Promise<EpochMillis | null> =>
  (await db.one<{ first_ms: number | null }>('meters.first_reading', [unitKey])).first_ms;

const columnsOf = (meter: InstalledMeter): readonly unknown[] => [
  new Date(meter.installedAtEpochMs),
  meter.serial,
  meter.initialRegister,
  meter.finalRegisterOfOld,
];

/** @returns the id of the new row. */
export const installMeter = async (
  db: Querier,
  industryKey: number,
  unitKey: number,
  meter: InstalledMeter,
  registered: { readonly by: string; readonly at: Date },
): Promise<string> =>
  (
    await db.one<{ meter_id: string }>('meters.install', [
      industryKey,
      unitKey,
      ...columnsOf(meter),
      registered.by,
      registered.at,
    ])
  ).meter_id;

export const changeMeter = async (
  db: Querier,
  industryKey: number,
  meterId: string,
  meter: InstalledMeter,
): Promise<void> => {
  await db.many('meters.change', [industryKey, meterId, ...columnsOf(meter)]);
};

export const removeMeter = async (db: Querier, industryKey: number, meterId: string): Promise<void> => {
  await db.many('meters.remove', [industryKey, meterId]);
};

/** An instant between two meters, and how far the readings around it are theirs. */
interface InstantOfMeter {
  readonly epochMs: EpochMillis;
  /** Position on the industry's clock. */
  readonly businessAt: string;
  readonly fromEpochMs: EpochMillis;
  readonly untilEpochMs: EpochMillis;
}

/** Registers as they were sent. */
export interface RegistersAround {
  readonly before: RegisterAt | null;
  readonly after: (RegisterAt & { readonly date: BusinessDate }) | null;
}

interface AroundRow {
  number: number;
  before_register: number | null;
  before_ms: number | null;
  after_register: number | null;
  after_ms: number | null;
  after_date: BusinessDate | null;
}

/** The last register before each instant and the first one from it on. */
export async function registersAroundInstants(
  db: Querier,
  unitKey: number,
  instants: readonly InstantOfMeter[],
): Promise<RegistersAround[]> {
  if (instants.length === 0) return [];
  const rows = await db.many<AroundRow>('meters.registers_around', [
    unitKey,
    instants.map(({ epochMs }) => new Date(epochMs)),
    timestampArray(instants.map(({ businessAt }) => businessAt)),
    instants.map(({ fromEpochMs }) => new Date(fromEpochMs)),
    instants.map(({ untilEpochMs }) => new Date(untilEpochMs)),
  ]);
  return rows.map((row) => ({
    before:
      row.before_register === null || row.before_ms === null
        ? null
        : { register: row.before_register, epochMs: row.before_ms },
    after:
      row.after_register === null || row.after_ms === null || row.after_date === null
        ? null
        : { register: row.after_register, epochMs: row.after_ms, date: row.after_date },
  }));
}
