import { dateOrNull, type Querier, type RowOf } from '../../database/database.ts';
import type { InstalledMeter, RegisterAt } from '../../../kernel/measure/meter.ts';
import type { BusinessDate, EpochMillis } from '../../../kernel/time/types.ts';
import { timestampArray } from '../../database/array-literal.ts';

/** A meter as it is registered. */
export interface StoredMeter extends InstalledMeter {
  readonly meterId: string;
  /** userId of the operator. */
  readonly registeredBy: string;
  readonly registeredAt: Date;
  readonly version: number;
}

/** The meters that were installed in a unit, oldest first; its first meter is not among them. */
export const metersOfUnit = async (db: Querier, industryKey: number, unitKey: number): Promise<StoredMeter[]> =>
  (await db.many<RowOf<StoredMeter, 'registeredAt'>>('meters.of_unit', { industryKey, unitKey })).map((row) => ({
    ...row,
    registeredAt: new Date(row.registeredAt),
  }));

/** Time at which a unit was taken out of use; null: it is in use, or the industry has none of that id. */
export async function unitRetiredAt(db: Querier, industryKey: number, unitId: string): Promise<Date | null> {
  const row = await db.maybeOne<{ removedAt: string | null }>('meters.retired_at', { industryKey, unitId });
  return dateOrNull(row?.removedAt ?? null);
}

/** Instant of a unit's first reading; null: it never sent one. */
export const firstReadingOf = async (db: Querier, unitKey: number): Promise<EpochMillis | null> =>
  (await db.one<{ firstMs: number | null }>('meters.first_reading', { unitKey })).firstMs;

const valuesOf = ({ installedAtEpochMs, serial, initialRegister, finalRegisterOfOld }: InstalledMeter) => ({
  installedAt: new Date(installedAtEpochMs),
  serial,
  initialRegister,
  finalRegisterOfOld,
});

/** @returns the id of the new row. */
export const installMeter = async (
  db: Querier,
  industryKey: number,
  unitKey: number,
  meter: InstalledMeter,
  registered: { readonly by: string; readonly at: Date },
): Promise<string> =>
  (
    await db.one<{ meterId: string }>('meters.install', {
      industryKey,
      unitKey,
      ...valuesOf(meter),
      ...registered,
    })
  ).meterId;

export const changeMeter = async (
  db: Querier,
  industryKey: number,
  meterId: string,
  meter: InstalledMeter,
): Promise<void> => {
  await db.many('meters.change', { industryKey, meterId, ...valuesOf(meter) });
};

export const removeMeter = async (db: Querier, industryKey: number, meterId: string): Promise<void> => {
  await db.many('meters.remove', { industryKey, meterId });
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
  beforeRegister: number | null;
  beforeMs: number | null;
  afterRegister: number | null;
  afterMs: number | null;
  afterDate: BusinessDate | null;
}

/** The last register before each instant and the first one from it on. */
export async function registersAroundInstants(
  db: Querier,
  unitKey: number,
  instants: readonly InstantOfMeter[],
): Promise<RegistersAround[]> {
  if (instants.length === 0) return [];
  const rows = await db.many<AroundRow>('meters.registers_around', {
    unitKey,
    instants: instants.map(({ epochMs }) => new Date(epochMs)),
    businessAts: timestampArray(instants.map(({ businessAt }) => businessAt)),
    froms: instants.map(({ fromEpochMs }) => new Date(fromEpochMs)),
    untils: instants.map(({ untilEpochMs }) => new Date(untilEpochMs)),
  });
  return rows.map((row) => ({
    before:
      row.beforeRegister === null || row.beforeMs === null
        ? null
        : { register: row.beforeRegister, epochMs: row.beforeMs },
    after:
      row.afterRegister === null || row.afterMs === null || row.afterDate === null
        ? null
        : { register: row.afterRegister, epochMs: row.afterMs, date: row.afterDate },
  }));
}
