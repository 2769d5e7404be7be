import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { counted, firstNames } from '../../kernel/text.ts';
import { type ProcessedState, processedStates } from '../store/validation.ts';

/**
 * States of a business day's processing. Spec gap: the specification does not say what missing processed data is.
 * running: the day has not ended, so nothing is missing. missing: the day was never processed. waiting: the day waits
 * for a rebuild. incomplete: units that had begun to send have no document.
 */
export const PROCESSED_STATES = ['complete', 'incomplete', 'waiting', 'missing', 'running'] as const;
type State = (typeof PROCESSED_STATES)[number];

export interface ProcessedIndustry extends Pick<
  ProcessedState,
  'industryId' | 'industryName' | 'unitsWithoutDocument' | 'unitsWithoutData'
> {
  readonly state: State;
}

interface AskedIndustry {
  readonly industryKey: number;
  /** Begin of the day by the industry's clock. */
  readonly startEpochMs: EpochMillis;
  readonly hasEnded: boolean;
}

/** State of processing of a business day for each industry, by industryId. */
export async function checkProcessed(
  db: Querier,
  industries: readonly AskedIndustry[],
  date: BusinessDate,
): Promise<ProcessedIndustry[]> {
  const read = async (hasEnded: boolean): Promise<ProcessedIndustry[]> => {
    const asked = industries.filter((industry) => industry.hasEnded === hasEnded);
    return (await processedStates(db, asked, date)).map(({ isProcessed, isStale, ...industry }) => ({
      ...industry,
      state: !hasEnded ? 'running' : stateOf(isProcessed, isStale, industry.unitsWithoutDocument.length),
      ...(hasEnded ? {} : { unitsWithoutDocument: [], unitsWithoutData: [] }),
    }));
  };
  const found = [...(await read(true)), ...(await read(false))];
  return found.toSorted((a, b) => (a.industryId < b.industryId ? -1 : 1));
}

function stateOf(isProcessed: boolean, isStale: boolean, unitsWithoutDocument: number): State {
  if (!isProcessed) return 'missing';
  if (isStale) return 'waiting';
  return unitsWithoutDocument > 0 ? 'incomplete' : 'complete';
}

const WORDS: Readonly<Record<State, string>> = {
  complete: 'complete',
  incomplete: 'has units without documents',
  waiting: 'waits for a rebuild',
  missing: 'was not processed',
  running: 'has not ended',
};

/** Number of ids in a line of a report. */
const MOST_IDS = 10;

const idList = (ids: readonly string[]): string => firstNames(ids, MOST_IDS);

/** The report for people: a line of numbers, then a line per industry with missing documents. */
export function processedLines(date: string, report: readonly ProcessedIndustry[]): string[] {
  const wrong = report.filter(({ state }) => state !== 'complete' && state !== 'running');
  const running = report.filter(({ state }) => state === 'running').length;
  const silent = report.filter(({ state, unitsWithoutData }) => state === 'complete' && unitsWithoutData.length > 0);
  const first =
    wrong.length === 0
      ? 'complete'
      : `missing for ${wrong.length} of ${counted(report.length, 'industry', 'industries')}`;
  return [
    `Processed data of ${date}: ${first}${running === 0 ? '' : `, ${running} have not ended the day`}`,
    ...wrong.map(
      ({ industryId, state, unitsWithoutDocument }) =>
        `• ${industryId}: ${WORDS[state]}${unitsWithoutDocument.length === 0 ? '' : `, without document: ${idList(unitsWithoutDocument)}`}`,
    ),
    ...silent.map(({ industryId, unitsWithoutData }) => `• ${industryId}: without data: ${idList(unitsWithoutData)}`),
  ];
}
