import { ServiceError } from '../kernel/errors.ts';
import { formatRequestDate } from '../kernel/time/business-date.ts';
import { type SealedDays, whySealed } from '../kernel/time/sealed-days.ts';
import type { BusinessDate } from '../kernel/time/types.ts';

/** The refusal of a change to readings of a sealed day. */
export function sealedDayError(field: string, date: BusinessDate, sealed: SealedDays): ServiceError {
  const problem = `business day ${formatRequestDate(date)} is sealed: ${whySealed(sealed, date)}`;
  return new ServiceError(400, `Invalid '${field}': ${problem}`, [{ field, problem }]);
}
