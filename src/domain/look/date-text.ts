import { DateTime } from 'luxon';
import type { BusinessDate, EpochMillis } from '../time/types.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `04 Jun 2026`, which nobody reads the wrong way round. */
export function dateText(date: BusinessDate): string {
  const [year, month, day] = date.split('-');
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** `04 Jun 2026 14:20` as clocks of the zone show it. */
export const instantText = (epochMs: EpochMillis, timezone: string): string =>
  DateTime.fromMillis(epochMs, { zone: timezone, locale: 'en-GB' }).toFormat('dd LLL yyyy HH:mm');

/** `2026-06-04 14:20` in the zone, which spreadsheets of every country read. */
export const sheetInstantText = (epochMs: EpochMillis, timezone: string): string =>
  DateTime.fromMillis(epochMs, { zone: timezone }).toFormat('yyyy-MM-dd HH:mm');

/** `04 Jun 2026, 02:20 PM (Asia/Kolkata)`: when a report was generated (specification, User: reports, Output). */
export const generatedText = (epochMs: EpochMillis, timezone: string): string =>
  `${DateTime.fromMillis(epochMs, { zone: timezone, locale: 'en-US' }).toFormat('dd LLL yyyy, hh:mm a')} (${timezone})`;
