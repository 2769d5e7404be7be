import { addDays, eachDate } from '../time/business-date.ts';
import type { BusinessDate } from '../time/types.ts';
import type { Span } from './span.ts';

const DAYS_BEFORE = 6;

/** The seven business days that end with a date (specification, device data v1, quality series). */
export const weekUpTo = (date: BusinessDate): Span => ({ kind: 'DAYS', dates: [...eachDate(addDays(date, -DAYS_BEFORE), date)] });
