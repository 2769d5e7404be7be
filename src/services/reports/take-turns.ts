import { ServiceError } from '../../domain/errors.ts';

/** Spec gap: how many reports of an industry wait to be written in a process. One more would be waited for too long. */
const MOST_WAITING = 4;

/** Who wants something written. */
export interface ReportTurn {
  readonly industryId: string;
  /** Nobody holds a connection open for it, so it may wait behind any number of others. */
  readonly isPatient: boolean;
}

interface ReportTurns {
  /**
   * Does some work when nothing else is being done. Industries take turns, so that one with many reports keeps only
   * itself waiting.
   * @throws ServiceError 503 when so many others of the industry wait already.
   */
  take<T>(turn: ReportTurn, work: () => Promise<T>): Promise<T>;
}

export function createReportTurns(): ReportTurns {
  /** What waits, by industry; the industry whose turn is next comes first. */
  const waiting = new Map<string, { readonly begin: () => void; readonly isPatient: boolean }[]>();
  let isBusy = false;

  const arrive = ({ industryId, isPatient }: ReportTurn): Promise<void> => {
    if (!isBusy) {
      isBusy = true;
      return Promise.resolve();
    }
    const own = waiting.get(industryId) ?? [];
    if (!isPatient && own.filter((other) => !other.isPatient).length >= MOST_WAITING) return Promise.reject(tooMany());
    return new Promise((begin) => waiting.set(industryId, [...own, { begin, isPatient }]));
  };
  const leave = (industryId: string): void => {
    const own = waiting.get(industryId);
    // Whoever has just had a turn comes behind those who wait for theirs.
    if (own !== undefined && waiting.delete(industryId)) waiting.set(industryId, own);
    const [next] = waiting;
    if (next === undefined) {
      isBusy = false;
      return;
    }
    const [nextIndustry, [first, ...others]] = next;
    if (others.length === 0) waiting.delete(nextIndustry);
    else waiting.set(nextIndustry, others);
    first?.begin();
  };

  return {
    async take(turn, work) {
      await arrive(turn);
      try {
        return await work();
      } finally {
        leave(turn.industryId);
      }
    },
  };
}

const tooMany = (): ServiceError =>
  new ServiceError(
    503,
    `${MOST_WAITING} reports of your industry wait to be written already. Please ask again in a moment, or with async=true.`,
  );
