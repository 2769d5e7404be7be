import { expect, it } from 'vitest';
import { CONDITIONS } from '../../../../src/alerts/rules/conditions.ts';

const DAY_MINUTES = 1440;

it.each([
  ['level_exceed', { high: 90 }, DAY_MINUTES],
  ['quality_threshold', { parameter: 'pH', max: 9 }, DAY_MINUTES],
  // The longest run that it waits for, and the day before it.
  ['stable_flow_alert', { minutes: 90 }, 90 + DAY_MINUTES],
  ['device_status', { silenceMinutes: 30 }, 30],
  // Three intervals of a day each, the longest that a limit can be where nobody has set it.
  ['device_status', {}, 3 * DAY_MINUTES],
] as const)('%s of %o looks back for so many minutes: %i', (alertType, settings, minutes) => {
  expect(CONDITIONS[alertType].lookBackMinutes(settings)).toBe(minutes);
});
