import type { DailyDocument, PeriodEntry } from '../../../kernel/document/types.ts';
import { minus, plus } from '../../../kernel/measure/exact.ts';
import { REGISTER_GROUPS, type Unit } from '../../../kernel/measure/unit.ts';
import { MINUTE_MS } from '../../../kernel/time/durations.ts';
import { writeIso } from '../../../kernel/time/iso.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import { type PartQuantity, quantitiesOfParts } from './cut-quantities.ts';
import type { CutHour, HourParts } from './hour-part.ts';

/**
 * An hour as two, each with what its own readings say, as hours that are neighbours have it: a register's step between
 * them belongs to neither. Together they tell what the hour tells and have its missing slots. A slot that midnight cuts
 * is missing in the part in which it begins.
 */
export function cutHour(
  whole: PeriodEntry,
  unit: Unit,
  hour: CutHour,
  parts: HourParts,
): readonly [PeriodEntry, PeriodEntry] {
  const { startEpochMs, cutEpochMs, endEpochMs } = hour;
  const one = offlineOf(whole, startEpochMs, cutEpochMs, hour);
  const other = offlineOf(whole, cutEpochMs, endEpochMs, hour);
  const slots = Math.min(whole.offlineCount, Math.round((one.offlineDuration * 60) / unit.dataUpdateFrequencySeconds));
  const [before, after] = parts.map((part) => part?.entry ?? null);
  const told = REGISTER_GROUPS.includes(unit.group) ? quantitiesOfParts(whole, unit, hour, parts) : null;
  return [
    { ...partAs(whole, before ?? null, told?.[0] ?? null), x: whole.x, ...one, offlineCount: slots },
    {
      ...partAs(whole, after ?? null, told?.[1] ?? null),
      x: writeIso(cutEpochMs),
      ...other,
      offlineCount: whole.offlineCount - slots,
    },
  ];
}

/** A part with the quantity that it tells; what passed unheard was booked in a missing slot. */
function partAs(whole: PeriodEntry, own: PeriodEntry | null, told: PartQuantity | null): PeriodEntry {
  const entry = own ?? silent(whole);
  if (told === null) return { ...entry, unheard: null };
  const moved = minus(told.unheard?.value ?? 0, entry.unheard?.value ?? 0);
  return { ...entry, ...told, offlineValue: plus(entry.offlineValue ?? 0, moved) };
}

/** A part without readings has the fields of its group, empty. */
const silent = (whole: PeriodEntry): PeriodEntry => ({
  ...whole,
  y: null,
  ...('ir' in whole ? { ir: null, fr: null } : {}),
  ...('y1' in whole ? { y1: null } : {}),
  ...('percentage' in whole ? { percentage: null } : {}),
  ...('py' in whole ? { py: {} } : {}),
  ...('offlineValue' in whole ? { offlineValue: 0 } : {}),
  unheard: null,
  estimatedShare: null,
  meta: { lastEpoch: null },
});

/** The part's share of the hour's missing slots, by measured spans. */
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
