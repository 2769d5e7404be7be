import type { Querier } from '../../platform/database/database.ts';

/** Keeps what a request was answered first, and gives that back. */
export const keepFirstResult = async (
  db: Querier,
  industryKey: number,
  incidentKey: number,
  result: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> =>
  (
    await db.one<{ result: Readonly<Record<string, unknown>> }>('incidents.keep_first_result', {
      industryKey,
      incidentKey,
      result: JSON.stringify(result),
    })
  ).result;
