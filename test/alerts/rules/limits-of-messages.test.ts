import { describe, expect, it } from 'vitest';
import { alertWords } from '../../../src/alerts/rules/content.ts';
import { titleWords } from '../../../src/alerts/rules/content/title.ts';
import { digestWords } from '../../../src/alerts/rules/content/digest.ts';
import { chatVariables, pushWords, smsText } from '../../../src/alerts/rules/content/channel-texts.ts';
import { durationWords, nameWords, shortened } from '../../../src/alerts/rules/content/figure-words.ts';
import { LIMITED_MILLISECONDS, planMessage } from '../../../src/alerts/rules/delivery-throttle.ts';
import type { AlertFacts } from '../../../src/alerts/rules/facts.ts';
import { mayLeaveAt } from '../../../src/alerts/rules/quiet-hours.ts';
import type { AlertType } from '../../../src/alerts/rules/types.ts';
import { HOUR_MS, MINUTE_MS, MESSAGE_KEPT_MS } from '../../../src/kernel/time/durations.ts';
import { holdLimits } from '../../support/limits.ts';
import { factsOf, TOLD_AT } from './facts.ts';

const NOW = TOLD_AT;

describe('a message', () => {
  /** A recipient who may have two messages an hour, the first of which came just now. */
  const load = { messages: 2, firstAt: NOW, worst: null, digest: null };
  const plan = { severity: 'high', weight: null, messagesPerHour: 2, dueAt: NOW } as const;
  const wait = (messages: number, severity: 'high' | 'critical' = 'high') =>
    planMessage({ ...load, messages }, { ...plan, severity }).dueAt - NOW;
  const weighing = (strength: number) =>
    planMessage(
      { ...load, worst: { severity: 'medium', strength: 0.5 } },
      { ...plan, weight: { severity: 'medium', strength } },
    ).dueAt - NOW;
  const joined = (late: number) =>
    planMessage({ ...load, messages: 0, digest: { deliveryKey: 7, dueAt: NOW + late } }, plan).digestDeliveryKey;
  const quiet = { enabled: true, timezone: null, quietHours: { start: '22:00', end: '06:00' }, holdCritical: false };
  const waitAt = (iso: string) => (late: number) => {
    const now = Date.parse(iso) + late;
    return mayLeaveAt(quiet, 'UTC', 'high', now) - now;
  };
  holdLimits([
    ['has room among so many of an hour', wait, [1, 0], [2, HOUR_MS], [3, HOUR_MS]],
    [
      'that is critical has five times the room',
      (count) => wait(count, 'critical'),
      [9, 0],
      [10, HOUR_MS],
      [11, HOUR_MS],
    ],
    ['that tells of worse does not wait', weighing, [0.499, HOUR_MS], [0.5, HOUR_MS], [0.501, 0]],
    ['is told by one that leaves no later', joined, [-1, 7], [0, 7], [1, null]],
    [
      'waits from the start of quiet hours',
      waitAt('2026-06-04T22:00:00Z'),
      [-1, 0],
      [0, 8 * HOUR_MS],
      [1, 8 * HOUR_MS - 1],
    ],
    ['waits until their end', waitAt('2026-06-05T06:00:00Z'), [-1, 1], [0, 0], [1, 0]],
  ]);

  it('is limited by the hour, and overdue after six', () => {
    expect([LIMITED_MILLISECONDS, MESSAGE_KEPT_MS]).toEqual([HOUR_MS, 6 * HOUR_MS]);
  });
});

const factOf = (alertType: AlertType, more: Partial<AlertFacts>): string =>
  alertWords(factsOf(alertType, { peak: null, ...more })).fact;
const says =
  (words: string, alertType: AlertType, more: Partial<AlertFacts> = {}) =>
  (value: number) =>
    factOf(alertType, { ...more, value }).includes(words);
const TANK = { limit: 95, peak: 97.25 };

describe('the words', () => {
  const title = (alertType: AlertType, limit: number) => (value: number) =>
    titleWords({ alertType, group: null, unitName: 'Pond', value, limit, parameter: null, isOver: false });
  const lasted = (late: number) => {
    const { since } = factsOf('quality_threshold');
    return factOf('quality_threshold', { kind: 'recovered', until: since + late }).replace(/^.* (?=since|after)/, '');
  };
  const within = 'Pond: use within the daily limit';
  holdLimits([
    ['tell a total above its limit', says('above', 'unit_threshold'), [999.9, false], [1000, false], [1000.1, true]],
    [
      'tell a rate below its limit',
      says(' below ', 'flow_rate_below_the_range'),
      [1.999, true],
      [2, false],
      [2.001, false],
    ],
    [
      'tell a level that is back below',
      says('at worst', 'level_exceed', TANK),
      [94.999, true],
      [95, true],
      [95.001, false],
    ],
    [
      'tell a level that is back above',
      says('at worst', 'level_exceed', { limit: 5, peak: 3, side: 'below' }),
      [4.999, false],
      [5, true],
      [5.001, true],
    ],
    [
      'know the side of a level',
      says('above', 'level_exceed', { side: null }),
      [94.999, false],
      [95, true],
      [95.001, true],
    ],
    ['tell how long it lasted', lasted, [-1, 'since 14:20'], [0, 'since 14:20'], [1, 'after 1 min']],
    [
      'of a title know the side',
      title('level_exceed', 95),
      [94.999, 'Pond: level below its limit'],
      [95, 'Pond: level above its limit'],
      [95.001, 'Pond: level above its limit'],
    ],
    [
      'of a title know what is within',
      title('unit_threshold', 1000),
      [999.9, within],
      [1000, within],
      [1000.1, within.replace('within', 'above')],
    ],
  ]);

  const minutes = (count: number) => durationWords(count * MINUTE_MS, 'en');
  const days = (hours: number) => minutes(hours * 60);
  const length = (count: number) => nameWords('n'.repeat(count)).length;
  holdLimits([
    ['are of a minute or more', minutes, [0, '1 min'], [1, '1 min'], [2, '2 min']],
    ['are of hours', minutes, [59, '59 min'], [60, '1 h'], [61, '1 h 1 min']],
    ['are of days', minutes, [1439, '23 h 59 min'], [1440, '1 day'], [1500, '1 day 1 h']],
    ['are of days alone', days, [239, '9 days 23 h'], [240, '10 days'], [241, '10 days']],
    ['of a name are 80 signs', length, [79, 79], [80, 80], [81, 80]],
  ]);
});

describe('a cut', () => {
  it('leaves letters whole', () => {
    // The letters न्य and ति are three and two signs.
    expect([shortened('जलन्यति', 6), shortened('जलन्यति', 4), shortened('👩‍🔧👩‍🔧', 4)]).toEqual(['जलन्य…', 'जल…', '👩‍🔧…']);
  });
});

describe('a form', () => {
  const words = { ...alertWords(factsOf('unit_threshold')), label: 'L', subject: 'S', link: null, brief: [] };
  const long = (count: number): string => 'x'.repeat(count);
  const isCut = (text: string | undefined) => text?.endsWith('…');
  const digest = (count: number) =>
    digestWords(
      {
        industryName: 'Plains',
        entries: Array.from({ length: count }, (_, index) => ({
          kind: 'fired',
          severity: 'low',
          strength: null,
          subject: `Place ${index}`,
          at: NOW - index,
        })),
        now: NOW,
        timezone: 'UTC',
        link: null,
      },
      'en',
    );
  holdLimits([
    [
      'of a text message takes a sentence that fits',
      (count) => smsText({ ...words, brief: [long(count)] }).length,
      [299, 305],
      [300, 306],
      [301, 5],
    ],
    [
      'of a text message has room for letters of its alphabet',
      (count) => smsText({ ...words, subject: 'Überlauf', brief: [long(count)] }).length,
      [292, 305],
      [293, 306],
      [294, 12],
    ],
    [
      'of push has a title',
      (count) => isCut(pushWords({ ...words, subject: long(count) }).title),
      [96, false],
      [97, false],
      [98, true],
    ],
    [
      'of push has a body',
      (count) => isCut(pushWords({ ...words, brief: [long(count)] }).body),
      [179, false],
      [180, false],
      [181, true],
    ],
    [
      'of chat has a fact',
      (count) => isCut(chatVariables({ ...words, fact: long(count) })['3']),
      [249, false],
      [250, false],
      [251, true],
    ],
    [
      'of many has 30 rows',
      (count) => digest(count).rows.at(-1)?.name === 'Not shown',
      [29, false],
      [30, false],
      [31, true],
    ],
    ['of many names five in short', (count) => digest(count).brief.length, [4, 4], [5, 5], [6, 5]],
  ]);
});
