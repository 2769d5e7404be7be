import type { Querier } from '../../platform/database/database.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import { writeIso } from '../../kernel/time/iso.ts';
import type { StoredMeter } from '../../platform/directory/store/meters.ts';
import {
  BEFORE_READINGS,
  AFTER_READINGS,
  registersAroundMeters,
} from '../../figures/register-checks/registers-around.ts';
import { crc32 } from 'node:zlib';

/** Largest version, of nine digits. */
const MOST_VERSIONS = 999_999_999;

/**
 * Version of a unit's list of meters, computed from the meters, because a meter that is taken back leaves no version
 * behind.
 */
export const versionOfList = (meters: readonly Pick<StoredMeter, 'meterId' | 'version'>[]): number =>
  1 + (crc32(meters.map(({ meterId, version }) => `${meterId} ${version}`).join(',')) % MOST_VERSIONS);

/** A meter of a unit for people. Instants are ISO 8601 UTC, registers raw; null: unknown. */
export interface ListedMeter {
  /** null: the first meter of the unit, which was never registered. */
  readonly meterId: string | null;
  readonly serial: string | null;
  /** null: from the first reading on. */
  readonly installedAt: string | null;
  /** null: in use. */
  readonly removedAt: string | null;
  /** Registers that people wrote down. */
  readonly initialRegister: number | null;
  readonly finalRegister: number | null;
  /** Registers that devices sent, in readings that are not archived. */
  readonly firstSentRegister: number | null;
  readonly lastSentRegister: number | null;
  readonly registeredBy: string | null;
  readonly registeredAt: string | null;
  readonly version: number | null;
}

export async function listedMeters(
  db: Querier,
  { clock }: Industry,
  { unitKey }: StoredUnit,
  meters: readonly StoredMeter[],
): Promise<readonly ListedMeter[]> {
  const bounds = [{ installedAtEpochMs: BEFORE_READINGS }, ...meters, { installedAtEpochMs: AFTER_READINGS }];
  const around = await registersAroundMeters(db, clock, unitKey, bounds, meters);
  return [null, ...meters].map((meter, index): ListedMeter => {
    const next = meters[index];
    return {
      meterId: meter?.meterId ?? null,
      serial: meter?.serial ?? null,
      installedAt: meter === null ? null : writeIso(meter.installedAtEpochMs),
      removedAt: next === undefined ? null : writeIso(next.installedAtEpochMs),
      initialRegister: meter?.initialRegister ?? null,
      finalRegister: next?.finalRegisterOfOld ?? null,
      firstSentRegister: around[index]?.after?.register ?? null,
      lastSentRegister: around[index + 1]?.before?.register ?? null,
      registeredBy: meter?.registeredBy ?? null,
      registeredAt: meter?.registeredAt.toISOString() ?? null,
      version: meter?.version ?? null,
    };
  });
}
