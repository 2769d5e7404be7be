import { crc32 } from 'node:zlib';
import type { StoredMeter } from '../../platform/directory/store/meters.ts';

/** Largest version, of nine digits. */
const MOST_VERSIONS = 999_999_999;

/**
 * Version of a unit's list of meters, computed from the meters, because a meter that is taken back leaves no version
 * behind.
 */
export const versionOfList = (meters: readonly Pick<StoredMeter, 'meterId' | 'version'>[]): number =>
  1 + (crc32(meters.map(({ meterId, version }) => `${meterId} ${version}`).join(',')) % MOST_VERSIONS);
