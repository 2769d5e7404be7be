import { documentId, documentTag } from '../../../kernel/document/ids.ts';
import { provenanceFrom, shareOf } from '../../../kernel/document/provenance.ts';
import type { DailyDocument, DocumentMeta, Figure, PeriodEntry, Provenance } from '../../../kernel/document/types.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { DayHour } from './hours.ts';
import type { UnitDay } from './types.ts';
import { ALGORITHM_VERSION } from './version.ts';

/** A processor's part of a daily document; the rest is the same for every group. */
export interface DailyFigures {
  readonly value: Figure;
  readonly hourly: readonly PeriodEntry[];
  readonly meta: DocumentMeta;
  readonly paramValue?: Readonly<Record<string, number | null>>;
}

/** Completes a group's figures to the daily document with id, date, tag and provenance. */
export function dailyDocument(input: UnitDay, hours: readonly DayHour[], figures: DailyFigures): DailyDocument {
  const provenance = provenanceOf(hours);
  const shareOfHour = (hour: number): number | null =>
    shareOf(hours[hour]?.rollup?.estimatedCount ?? 0, hours[hour]?.rollup?.readingCount ?? 0);
  return wrapDaily(
    { industryId: input.industryId, unitId: input.unit.unitId, date: input.date },
    figures,
    provenance,
    shareOfHour,
  );
}

/** The identity of a daily document. */
type DailyKey = Pick<UnitDay, 'industryId' | 'date'> & { readonly unitId: string };

/**
 * Puts identity, figures and provenance together in the order in which documents are printed.
 *
 * @param estimatedShareOfHour asked only on days with estimated readings; on others every hour's is 0
 */
export function wrapDaily(
  key: DailyKey,
  figures: DailyFigures,
  provenance: Provenance,
  estimatedShareOfHour: (hour: number) => number | null,
): DailyDocument {
  const period = { kind: 'DAILY', date: key.date } as const;
  return {
    id: documentId(key.industryId, key.unitId, period),
    unitId: key.unitId,
    industryId: key.industryId,
    date: formatRequestDate(key.date),
    ...figures,
    ...(provenance.readingsEstimated === 0
      ? {}
      : { hourly: figures.hourly.map((entry, hour) => ({ ...entry, estimatedShare: estimatedShareOfHour(hour) })) }),
    tag: documentTag(period),
    provenance,
  };
}

function provenanceOf(hours: readonly DayHour[]): Provenance {
  let slotsExpected = 0;
  let slotsGenuine = 0;
  let readingsUsed = 0;
  let readingsEstimated = 0;
  let lastEpoch: number | null = null;
  for (const { offline, rollup } of hours) {
    slotsExpected += offline.slotsExpected;
    slotsGenuine += offline.slotsGenuine;
    readingsUsed += rollup?.readingCount ?? 0;
    readingsEstimated += rollup?.estimatedCount ?? 0;
    lastEpoch = rollup?.lastEpochMs ?? lastEpoch;
  }
  return provenanceFrom({ slotsExpected, slotsGenuine, readingsUsed, readingsEstimated, lastEpoch }, ALGORITHM_VERSION);
}
