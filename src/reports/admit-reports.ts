import { ServiceError } from '../kernel/errors.ts';

/** Spec gap: how many reports of an industry wait in a process. One more would be waited for too long. */
const MOST_WAITING = 4;

/** Makes a report when there is room for one more of its industry. @throws ServiceError 503 when there is none. */
export type Admit = <T>(industryId: string, make: () => Promise<T>) => Promise<T>;

/**
 * One report of an industry is made and a few wait, from before their figures are read: what is refused has cost
 * nothing. For reports that somebody holds a connection open for.
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
