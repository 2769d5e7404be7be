import type { DailyDocument, PeriodEntry } from '../document/types.ts';
import { MINUTE_MS } from '../time/durations.ts';
import { writeIso } from '../time/iso.ts';
import type { EpochMillis } from '../time/types.ts';

/** An hour of a business day in which midnight lies. */
export interface CutHour {
  readonly startEpochMs: EpochMillis;
  readonly cutEpochMs: EpochMillis;
  /** Its end, or now while it runs. */
  readonly endEpochMs: EpochMillis;
}

/** What the readings of either part give by themselves; null: it has none. */
type PartsRead = readonly [PeriodEntry | null, PeriodEntry | null];

/**
 * An hour as two, each with what its own readings say, as hours that are neighbours have it: a register's step between
 * them belongs to neither. Together they have the missing slots of the hour. A slot that midnight cuts is missing in
 * the part in which it begins.
 */
export function cutHour(
  whole: PeriodEntry,
  slotSeconds: number,
  hour: CutHour,
  [before, behind]: PartsRead,
): readonly [PeriodEntry, PeriodEntry] {
  const { startEpochMs, cutEpochMs, endEpochMs } = hour;
  const one = offlineOf(whole, startEpochMs, cutEpochMs, hour);
  const other = offlineOf(whole, cutEpochMs, endEpochMs, hour);
  const slots = Math.min(whole.offlineCount, Math.round((one.offlineDuration * 60) / slotSeconds));
  return [
    {
      ...(before ?? silent(whole)),
      x: whole.x,
      ...one,
      offlineCount: slots,
      unheard: before === null ? null : (whole.unheard ?? null),
    },
    {
      ...(behind ?? silent(whole)),
      x: writeIso(cutEpochMs),
      ...other,
      offlineCount: whole.offlineCount - slots,
      // What passed before the hour's first reading belongs to the part that has it.
      unheard: behind === null ? null : ((before === null ? whole : behind).unheard ?? null),
    },
  ];
}

/** Nothing was read in a part: the fields of its group are there, and empty. */
const silent = (whole: PeriodEntry): PeriodEntry => ({
  ...whole,
  y: null,
  ...('ir' in whole ? { ir: null, fr: null } : {}),
  ...('y1' in whole ? { y1: null } : {}),
  ...('percentage' in whole ? { percentage: null } : {}),
  ...('py' in whole ? { py: {} } : {}),
  ...('offlineValue' in whole ? { offlineValue: 0 } : {}),
  estimatedShare: null,
  meta: { lastEpoch: null },
});

/** The part's share of what was missing in the hour, by the spans that were. */
function offlineOf(
  whole: PeriodEntry,
  fromEpochMs: EpochMillis,
  toEpochMs: EpochMillis,
  { startEpochMs, endEpochMs }: CutHour,
): Pick<PeriodEntry, 'offlineDuration' | 'offlineIntervals' | 'coverage'> {
  const length = toEpochMs - fromEpochMs;
  const within = (whole.offlineIntervals ?? []).flatMap(({ from, to }) => {
    const [begin, end] = [Math.max(Date.parse(from), fromEpochMs), Math.min(Date.parse(to), toEpochMs)];
    return begin < end ? [{ from: writeIso(begin), to: writeIso(end), minutes: (end - begin) / MINUTE_MS }] : [];
  });
  const isTold = whole.offlineIntervals !== undefined;
  const offlineDuration = isTold
    ? within.reduce((minutes, span) => minutes + span.minutes, 0)
    : (whole.offlineDuration * length) / Math.max(1, endEpochMs - startEpochMs);
  const missing = length === 0 ? 0 : (offlineDuration * MINUTE_MS) / length;
  return {
    offlineDuration,
    ...(isTold ? { offlineIntervals: within.map(({ from, to }) => ({ from, to })) } : {}),
    coverage:
      whole.coverage === null || length <= 0
        ? null
        : whole.coverage === 0 || whole.coverage === 1
          ? whole.coverage
          : Math.round(Math.min(1, Math.max(0, 1 - missing)) * 10_000) / 10_000,
  };
}

/** The document with an hour's parts in the place of the hour. */
export const withCutHour = (
  document: DailyDocument,
  hour: number,
  parts: readonly [PeriodEntry, PeriodEntry],
): DailyDocument => ({ ...document, hourly: document.hourly.toSpliced(hour, 1, ...parts) });
