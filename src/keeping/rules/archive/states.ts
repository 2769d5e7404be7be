/**
 * States of an archived month. written: readings are in the database, too; sealed: they are in the archive alone;
 * restored: they have come back.
 */
export const ARCHIVE_STATES = ['written', 'sealed', 'restored'] as const;
export type ArchiveState = (typeof ARCHIVE_STATES)[number];
