import { closedBefore } from '../../ledger/closing.ts';
import type { Archive } from '../archive-files/archive.ts';
import { directoryArchive } from '../archive-files/directory.ts';
import { bucketArchive } from '../archive-files/s3.ts';
import type { ArchiveSettings } from '../archive-files/settings.ts';
import type { Context, DataContext, WithQueue } from '../../context.ts';
import type { ArchiveState, Month } from '../rules/archive/months.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { byteCount, type Manifest, type ShownPlace, shownPlace } from '../rules/archive/manifest.ts';
import { type ErrorDetail, ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { counted } from '../../kernel/text.ts';
import { createClockReader } from '../../kernel/time/business-clock.ts';
import { formatRequestDate, monthOf } from '../../kernel/time/business-date.ts';
import { monthKeyOf } from '../../kernel/time/sealed-days.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { ARCHIVE_LOCK } from '../../platform/database/locks.ts';
import { findArchive, type ListedArchive, listArchives, type StoredArchive } from '../store/archives.ts';
import { sealedDays } from '../../ledger/store/seal.ts';
import { rebuildSoon } from '../../ledger/ask-for-rebuilds.ts';
import { archiveMonth } from './archive-month.ts';
import { halfRemoved, removeFiles } from './remove-files.ts';
import { rejoinTables } from './rejoin-tables.ts';
import { restoreMonth } from './restore-month.ts';
import { sealArchivedMonth } from './seal-month.ts';

export interface ArchivedMonth extends ShownPlace {
  readonly month: BusinessDate;
  readonly state: ArchiveState;
  readonly readings: number;
  readonly samples: number;
  readonly bytes: number;
}

interface RestoreAnswer extends ArchivedMonth {
  /** false: the database had all readings. */
  readonly isRestored: boolean;
  readonly areFilesRemoved: boolean;
}

type Archiving = DataContext & Pick<Context, 'log' | 'config'>;

/**
 * Writes months of an industry into the archive, one after the other. Months without readings are left out.
 * @param deleteData each month's readings are removed once its archive was read back, and the month is sealed
 * @throws ServiceError 404 when no month has readings; 400 for a month that has not ended or cannot be archived, and
 * once all others are archived for sealed ones that the tables lack. It names the months that were archived
 */
export async function archiveMonths(
  context: Archiving,
  actor: Actor,
  industry: Industry,
  months: readonly Month[],
  deleteData: boolean,
): Promise<ArchivedMonth[]> {
  requireEnded(industry, months, context.clock.now());
  const place = requirePlace(context);
  return alone(context, () => archiveEach(context, place, { actor, industry, months, deleteData }));
}

/**
 * Brings a month back.
 * @param deleteBlob the files are removed afterwards; a second call finishes a removal that was interrupted
 */
export async function restoreFromArchive(
  context: Archiving & WithQueue,
  actor: Actor,
  industry: Industry,
  month: Month,
  deleteBlob: boolean,
): Promise<RestoreAnswer> {
  const place = requirePlace(context);
  const { manifest, state, isRestored, staleDates } = await alone(context, async () => {
    const restored =
      (await halfRemoved(context, place, industry.industryKey, month, deleteBlob))
      ?? (await restoreMonth(context, place, actor, industry, month));
    if (deleteBlob) await removeFiles(context, place, { actor, industry }, month, restored.manifest);
    return restored;
  });
  await rebuildSoon(context, industry, staleDates);
  const restored = outcome(manifest, state, place);
  return { ...restored, files: deleteBlob ? [] : restored.files, isRestored, areFilesRemoved: deleteBlob };
}

const openArchive = (settings: ArchiveSettings): Archive =>
  settings.kind === 'directory' ? directoryArchive(settings.path) : bucketArchive(settings);

/** @param industryKey null: of all industries. */
export async function readArchives(
  { database, config }: Pick<Context, 'database' | 'config'>,
  industryKey: number | null,
): Promise<readonly (Omit<ListedArchive, 'schemaVersion' | 'files'> & ShownPlace)[]> {
  const present = config.archive === null ? null : openArchive(config.archive).location;
  return (await listArchives(database, industryKey)).map(({ schemaVersion, files, ...listed }) => ({
    ...listed,
    ...shownPlace({ ...listed, schemaVersion, files }, listed.location, present),
  }));
}

/**
 * Sentences, one for each place, about readings that a back-up does not hold, because their months are archived there.
 */
export async function archivedElsewhere({ database }: Pick<Context, 'database'>): Promise<string[]> {
  const sealed = (await listArchives(database, null)).filter(({ state }) => state === 'sealed');
  return [...Map.groupBy(sealed, ({ location }) => location)].map(([location, months]) => {
    const industries = new Set(months.map(({ industryId }) => industryId)).size;
    const of = `${counted(months.length, 'month')} of ${counted(industries, 'industry', 'industries')}`;
    return `the readings of ${of} are in the archive at ${location} and in no back-up: copy it, too`;
  });
}

/** @throws ServiceError 400 */
function requirePlace({ config }: Pick<Context, 'config'>): Archive {
  if (config.archive !== null) return openArchive(config.archive);
  throw new ServiceError(400, 'ARCHIVE_URL is not set: it says where archives are kept, file:/path or s3://bucket');
}

/** @throws ServiceError 400 */
async function alone<T>({ database }: Pick<Context, 'database'>, work: () => Promise<T>): Promise<T> {
  const done = await database.tryWithLock(ARCHIVE_LOCK, async () => ({ result: await work() }));
  if (done !== null) return done.result;
  throw new ServiceError(400, 'Another month is being archived or restored at this moment. Please try again.');
}

interface ToArchive {
  readonly actor: Actor;
  readonly industry: Industry;
  readonly months: readonly Month[];
  readonly deleteData: boolean;
}

async function archiveEach(
  context: DataContext,
  archive: Archive,
  { actor, industry, months, deleteData }: ToArchive,
): Promise<ArchivedMonth[]> {
  const done: ArchivedMonth[] = [];
  const sealed: StoredArchive[] = [];
  const problems: ErrorDetail[] = [];
  let code: ServiceError['code'] = 400;
  for (const month of months) {
    try {
      const { archived, sealedBefore } = await archiveOne(context, archive, { actor, industry, deleteData }, month);
      if (archived !== null) done.push(archived);
      if (sealedBefore !== null) sealed.push(sealedBefore);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      problems.push({ field: monthOf(month.from), problem: error.message });
      code = error.code;
      break;
    }
  }
  const rejoined = await rejoinTables(context, archive, industry, sealed);
  problems.push(...rejoined.problems);
  done.push(...rejoined.archives.map(({ manifest, location }) => outcome(manifest, 'sealed', archive, location)));
  done.sort((one, other) => one.month.localeCompare(other.month));
  if (problems.length > 0) {
    const failed = new Set(problems.map(({ field }) => field));
    const message = problems.map(({ problem }) => problem).join('. ');
    const archived = done.map(({ month }) => monthOf(month)).filter((month) => !failed.has(month));
    throw new ServiceError(
      code,
      archived.length === 0 ? message : `${message}. Archived: ${archived.join(', ')}`,
      problems,
    );
  }
  const [first, last] = [months[0], months.at(-1)];
  if (done.length > 0 || first === undefined || last === undefined) return done;
  const range = first === last ? monthOf(first.from) : `${monthOf(first.from)} to ${monthOf(last.from)}`;
  throw new ServiceError(404, `Industry ${industry.industryId} has no readings of ${range}`);
}

async function archiveOne(
  context: DataContext,
  archive: Archive,
  { actor, industry, deleteData }: Omit<ToArchive, 'months'>,
  month: Month,
): Promise<{ archived: ArchivedMonth | null; sealedBefore: StoredArchive | null }> {
  const { database } = context;
  const { before, months } = await sealedDays(database, industry.industryKey);
  if (months.has(monthKeyOf(month.from))) {
    // The readings are in the archive and nowhere else, so nothing may overwrite them.
    const known = await findArchive(database, industry.industryKey, month);
    if (known !== null) return { archived: null, sealedBefore: known };
    throw new ServiceError(400, `${monthOf(month.from)} is being restored`);
  }
  if (before !== null && month.from < before) {
    // A month that is wholly past retention has no readings. Of a month that is partly past it, a new archive would
    // overwrite the full one with a part.
    if (month.to < before) return { archived: null, sealedBefore: null };
    throw new ServiceError(
      400,
      `${monthOf(month.from)} cannot be archived: readings before ${formatRequestDate(before)} have been removed`,
    );
  }
  const manifest = await archiveMonth(context, archive, actor, industry, month);
  if (manifest !== null && deleteData) await sealArchivedMonth(context, actor, industry, month, manifest);
  const archived = manifest === null ? null : outcome(manifest, deleteData ? 'sealed' : 'written', archive);
  return { archived, sealedBefore: null };
}

const outcome = (
  manifest: Manifest,
  state: ArchiveState,
  archive: Pick<Archive, 'location'>,
  location: string = archive.location,
): ArchivedMonth => ({
  month: manifest.month,
  state,
  readings: manifest.units.reduce((sum, { readings }) => sum + (readings?.rows ?? 0), 0),
  samples: manifest.units.reduce((sum, { samples }) => sum + (samples?.rows ?? 0), 0),
  bytes: byteCount(manifest),
  ...shownPlace(manifest, location, archive.location),
});

/** @throws ServiceError 400 that names the first month that runs or lies ahead */
function requireEnded({ clock }: Industry, months: readonly Month[], now: number): void {
  const open = closedBefore(createClockReader(clock), now);
  const running = months.find(({ to }) => to >= open);
  if (running === undefined) return;
  const problem = `${monthOf(running.from)} has not ended: allowed are months before ${monthOf(open)}`;
  throw new ServiceError(400, problem, [{ field: 'toMonthYear', problem }]);
}
