import { ServiceError } from '../../domain/errors.ts';
import { formatRequestDate } from '../../domain/time/business-date.ts';
import { type SealedDays, whySealed } from '../../domain/time/sealed-days.ts';
import type { BusinessDate } from '../../domain/time/types.ts';

/** Says of a sealed day why its readings cannot be changed. */
export function refusalOfSealed(field: string, date: BusinessDate, sealed: SealedDays): ServiceError {
  const problem = `business day ${formatRequestDate(date)} is sealed: ${whySealed(sealed, date)}`;
  return new ServiceError(400, `Invalid '${field}': ${problem}`, [{ field, problem }]);
}
