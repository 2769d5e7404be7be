import { IANAZone } from 'luxon';
import { businessAt } from '../../kernel/time/business-clock.ts';
import type { BusinessClock, EpochMillis } from '../../kernel/time/types.ts';

/**
 * An instant on the industry's own clock, `%Y-%m-%dT%H:%M:%S%z`.
 * Spec gap: the specification does not define the shift-adjusted time. Here this is the business date and the time
 * since that day began, with the zone's offset at the instant. An hour into the first shift is one o'clock.
 */
export function shiftAdjustedText(clock: BusinessClock, instant: EpochMillis): string {
  const [date = '', time = ''] = businessAt(clock, instant).split(' ');
  return `${date}T${time.slice(0, 8)}${IANAZone.create(clock.timezone).formatOffset(instant, 'techie')}`;
}
