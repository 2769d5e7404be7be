import { z } from 'zod';

/*
 * A back-up is lines of JSON in UTF-8, compressed by gzip. The first line is the header. Each table follows: a line
 * with its name and columns, then a line per row, an array of the columns' texts as PostgreSQL writes them. The last
 * line is the trailer. It proves that nothing is missing and nothing was changed by accident.
 */

export const BACKUP_FORMAT = 'metered-water backup';
/** Version of the format. A release raises it when earlier ones cannot read its back-ups. */
export const BACKUP_VERSION = 1;

const header = z.object({
  format: z.literal(BACKUP_FORMAT),
  version: z.number().int().positive(),
  /** Migrations that made the tables, in order. */
  schema: z.array(z.string()).nonempty(),
  engine: z.enum(['embedded', 'server']),
  timescaledb: z.string(),
  release: z.string(),
  beganAt: z.iso.datetime(),
  /** Names of analysts' logins. They are not restored and have to be made again. */
  analysts: z.array(z.string()),
  /** The signing secret of an embedded installation; absent unless it was asked for. */
  signingSecret: z.string().optional(),
});
export type BackupHeader = Omit<z.infer<typeof header>, 'schema'> & { readonly schema: readonly string[] };

const table = z.object({ table: z.string(), columns: z.array(z.string()).nonempty() });
export type TableHeading = z.infer<typeof table>;

const digest = z.object({ rows: z.number().int().nonnegative(), digest: z.string() });
const trailer = z.object({
  end: z.literal(true),
  tables: z.record(z.string(), digest),
  /** The last number that each sequence has given. */
  sequences: z.record(z.string(), z.number()),
  /** SHA-256 of all lines before the trailer. */
  sha256: z.string(),
});
export type BackupTrailer = z.infer<typeof trailer>;

/** A file that cannot be restored. The message says why. */
export class BackupError extends Error {}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

/** Migrations of this release. */
export interface KnownSchema {
  readonly names: readonly string[];
  /** Present names of migrations that an earlier release called otherwise. */
  readonly today: (names: readonly string[]) => readonly string[];
  /** Whether a migration of an earlier release was folded into one of today. */
  readonly isFolded: (name: string) => boolean;
}

/**
 * The header with present names of migrations.
 * @throws BackupError when the line is not the first of a back-up that this release can read.
 */
export function readBackupHeader(line: string, known: KnownSchema): BackupHeader {
  const value = parsed(line);
  const basics = z.object({ format: z.literal(BACKUP_FORMAT), version: z.number() }).safeParse(value);
  if (!basics.success) throw new BackupError('it is not a back-up of this service');
  if (basics.data.version > BACKUP_VERSION)
    throw new BackupError(
      `its format is ${basics.data.version} and this release reads up to ${BACKUP_VERSION}: restore it with the release that wrote it`,
    );
  const whole = header.safeParse(value);
  if (!whole.success) throw new BackupError('its first line was changed or damaged after it was written');
  const schema = known.today(whole.data.schema);
  const unknown = schema.find((name) => !known.names.includes(name));
  if (unknown !== undefined && known.isFolded(unknown))
    throw new BackupError(
      `it was written by release ${whole.data.release} before all of its migrations had run: restore it with the last release 0.1, start that once, and back up again`,
    );
  if (unknown !== undefined)
    throw new BackupError(
      `it was written by release ${whole.data.release}, whose schema has ${unknown}, which this release does not know: restore it with that release or a newer one`,
    );
  return { ...whole.data, schema };
}

/** A heading or the trailer; null: the line is neither. */
export function readMark(line: string): TableHeading | BackupTrailer | null {
  const value = parsed(line);
  return table.safeParse(value).data ?? trailer.safeParse(value).data ?? null;
}

export const isRow = (line: string): boolean => line.startsWith('[');
