import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import { sealedBefore } from '../../ledger/store/seal.ts';

interface WorkspaceRow {
  readonly industryId: string;
  readonly industryName: string;
  readonly place: string | null;
  readonly isActive: boolean;
  readonly totalUnits: number;
  /** Instant of the newest reading of its units; null: none. */
  readonly lastUpdated: Date | null;
}

/** Every industry but one. */
export const listWorkspace = async (db: Querier, exceptIndustryId: string): Promise<WorkspaceRow[]> =>
  (await db.many<RowOf<WorkspaceRow, 'lastUpdated'>>('workspace.industries', { exceptIndustryId })).map((row) => ({
    ...row,
    lastUpdated: dateOrNull(row.lastUpdated),
  }));

interface SilentDevice {
  readonly industryId: string;
  readonly unitId: string;
  readonly unitName: string;
  /** null: it never sent anything. */
  readonly lastSeen: Date | null;
}

interface SilentDevices {
  readonly devices: readonly SilentDevice[];
  /** Number of all examined devices; null when none is silent. */
  readonly total: number | null;
}

/** @param industries each with the instant as of which its devices are judged, in or at the end of the business day. */
export async function silentDevices(
  db: Querier,
  industries: readonly { readonly industryKey: number; readonly asOf: EpochMillis }[],
  date: BusinessDate,
  minutes: number,
): Promise<SilentDevices> {
  const rows = await db.many<{
    industryId: string;
    unitId: string;
    displayName: string;
    lastSeen: string | null;
    total: number;
  }>('workspace.silent_devices', {
    industryKeys: plainArray(industries.map(({ industryKey }) => industryKey)),
    asOfs: industries.map(({ asOf }) => new Date(asOf)),
    date,
    minutes,
  });
  return {
    devices: rows.map((row) => ({
      industryId: row.industryId,
      unitId: row.unitId,
      unitName: row.displayName,
      lastSeen: dateOrNull(row.lastSeen),
    })),
    total: rows[0]?.total ?? null,
  };
}

export interface HourOfIndustry {
  readonly industryKey: number;
  /** Hours since the business day began, from 0. */
  readonly hour: number;
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
}

/** The given hours in which no unit of the industry has a reading, by industryId and hour. */
export async function missingHours(
  db: Querier,
  hours: readonly HourOfIndustry[],
  date: BusinessDate,
): Promise<{ industryId: string; hour: number }[]> {
  const seal = await sealedBefore(db);
  const asked = {
    industryKeys: plainArray(hours.map(({ industryKey }) => industryKey)),
    hours: plainArray(hours.map(({ hour }) => hour)),
    date,
  };
  if (seal !== null && date < seal) return db.many('workspace.missing_sealed_hours', asked);
  return db.many('workspace.missing_hours', {
    ...asked,
    hourStarts: hours.map(({ startEpochMs }) => new Date(startEpochMs)),
    hourEnds: hours.map(({ endEpochMs }) => new Date(endEpochMs)),
  });
}

/** A unit that has a device, and the name by which a request has asked for it. */
export interface DeviceUnit {
  readonly name: string;
  readonly industryKey: number;
  readonly industryId: string;
  readonly unitId: string;
}

/** Units with a device, of active industries, whose unitId or industryId/unitId is one of these names. */
export const findDevices = (db: Querier, names: readonly string[]): Promise<DeviceUnit[]> =>
  db.many<DeviceUnit>('workspace.devices', { names });
