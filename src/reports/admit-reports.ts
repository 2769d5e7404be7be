import { ServiceError } from '../kernel/errors.ts';

/** Spec gap: reports of an industry that may wait in a process. A longer queue would keep callers waiting too long. */
const MOST_WAITING = 4;

/**
 * Makes a report when the industry has room for one more.
 * @throws ServiceError 503 when there is none.
 */
export type Admit = <T>(industryId: string, make: () => Promise<T>) => Promise<T>;

/**
 * Admits one report of an industry at a time and lets a few wait. A report is admitted before its figures are read, so
 * a refusal costs nothing. Only reports with a waiting connection need this.
 */
export function createAdmission(): Admit {
  const admitted = new Map<string, number>();
  const change = (industryId: string, by: number): void => {
    const count = (admitted.get(industryId) ?? 0) + by;
    if (count === 0) admitted.delete(industryId);
    else admitted.set(industryId, count);
  };
  return async (industryId, make) => {
    if ((admitted.get(industryId) ?? 0) > MOST_WAITING) throw tooMany();
    change(industryId, 1);
    try {
      return await make();
    } finally {
      change(industryId, -1);
    }
  };
}

const tooMany = (): ServiceError =>
  new ServiceError(
    503,
    `${MOST_WAITING} reports of your industry wait to be written already. Please ask again in a moment, or with async=true.`,
  );
