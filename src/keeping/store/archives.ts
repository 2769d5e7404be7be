import type { ArchiveState, Month } from '../rules/archive/months.ts';
import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import { byteCount, type Manifest, rowCount } from '../rules/archive/manifest.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';

export interface StoredArchive {
  readonly state: ArchiveState;
  readonly manifest: Manifest;
  readonly location: string;
  /** The readings were found in the database, and some files may have been removed. */
  readonly isBeingRemoved: boolean;
}

/** The archive of a month; null: none is known. */
export const findArchive = (db: Querier, industryKey: number, { from }: Month): Promise<StoredArchive | null> =>
  db.maybeOne<StoredArchive>('archive.find', { industryKey, from });

export const noteWritten = async (
  db: Querier,
  industryKey: number,
  manifest: Manifest,
  location: string,
): Promise<void> => {
  await db.many('archive.note_written', {
    industryKey,
    month: manifest.month,
    location,
    manifest: JSON.stringify(manifest),
    rowCount: rowCount(manifest),
    byteCount: byteCount(manifest),
    writtenAt: manifest.writtenAt,
    writtenBy: manifest.writtenBy,
  });
};

export const noteSealed = async (db: Querier, industryKey: number, { from }: Month, at: Date): Promise<void> => {
  await db.many('archive.note_sealed', { industryKey, from, at });
};

export const notePlace = async (
  db: Querier,
  industryKey: number,
  from: BusinessDate,
  location: string,
): Promise<void> => {
  await db.many('archive.note_place', { industryKey, from, location });
};

export const noteRestored = async (db: Querier, industryKey: number, { from }: Month, at: Date): Promise<void> => {
  await db.many('archive.note_restored', { industryKey, from, at });
};

/** Records that the removal of files from a place begins. */
export const noteRemovalBegun = async (
  db: Querier,
  industryKey: number,
  { from }: Month,
  { at, location }: { readonly at: Date; readonly location: string },
): Promise<void> => {
  await db.many('archive.begin_removal', { industryKey, from, at, location });
};

/** Removes the record of an archive whose files are gone. */
export const forgetArchive = async (db: Querier, industryKey: number, { from }: Month): Promise<void> => {
  await db.many('archive.forget', { industryKey, from });
};

export interface ListedArchive extends Pick<Manifest, 'schemaVersion' | 'files'> {
  readonly industryId: string;
  /** First day of the month. */
  readonly month: BusinessDate;
  readonly state: ArchiveState;
  readonly rows: number;
  readonly bytes: number;
  readonly writtenAt: Date;
  readonly writtenBy: string;
  readonly sealedAt: Date | null;
  readonly restoredAt: Date | null;
  /** Instant at which the removal of its files began; null: it has not. */
  readonly removalBeganAt: Date | null;
  readonly location: string;
}

/** Newest months first. @param industryKey null: of all industries. */
export const listArchives = async (db: Querier, industryKey: number | null): Promise<ListedArchive[]> =>
  (
    await db.many<RowOf<ListedArchive, 'writtenAt' | 'sealedAt' | 'restoredAt' | 'removalBeganAt'>>('archive.list', {
      industryKey,
    })
  ).map((row) => ({
    ...row,
    writtenAt: new Date(row.writtenAt),
    sealedAt: dateOrNull(row.sealedAt),
    restoredAt: dateOrNull(row.restoredAt),
    removalBeganAt: dateOrNull(row.removalBeganAt),
  }));
