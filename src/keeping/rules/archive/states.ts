/**
 * Where the readings of an archived month are. written: in the database, too; sealed: in the archive alone; restored:
 * they have come back.
 */
export const ARCHIVE_STATES = ['written', 'sealed', 'restored'] as const;
export type ArchiveState = (typeof ARCHIVE_STATES)[number];
