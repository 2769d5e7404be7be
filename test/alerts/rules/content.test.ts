import { readFileSync, writeFileSync } from 'node:fs';
import { LANGUAGES } from '../../../src/kernel/language.ts';
import { describe, expect, it } from 'vitest';
import { alertWords } from '../../../src/alerts/rules/content.ts';
import { browserWords } from '../../../src/alerts/rules/content/browser.ts';
import { claimWords, titleIn, titleWords } from '../../../src/alerts/rules/content/title.ts';
import { type DigestEntry, digestWords } from '../../../src/alerts/rules/content/digest.ts';
import {
  chatText,
  chatVariables,
  mailText,
  pushWords,
  smsText,
  alertPayload,
} from '../../../src/alerts/rules/content/channel-texts.ts';
import { type AlertFacts, TOLD_KINDS, type ToldKind } from '../../../src/alerts/rules/facts.ts';
import { ALERT_TYPES, type AlertType } from '../../../src/alerts/rules/types.ts';
import { factsOf, TOLD_AT } from './facts.ts';

const goldenOf = (language: string): URL =>
  new URL(`../../golden/alert-messages${language === 'en' ? '' : `-${language}`}.txt`, import.meta.url);

const told = (alertType: AlertType, kind: ToldKind, more: Partial<AlertFacts> = {}): AlertFacts =>
  factsOf(alertType, { kind, until: kind === 'recovered' || kind === 'withdrawn' ? TOLD_AT : null, ...more });
const subject = (alertType: AlertType, kind: ToldKind = 'fired', more: Partial<AlertFacts> = {}): string =>
  alertWords(told(alertType, kind, more)).subject.replaceAll('\u00a0', ' ');

describe('a subject', () => {
  it('carries place, fact and figure', () => {
    expect(subject('unit_threshold')).toBe('Main inlet: 214 KL above the daily limit since 14:20');
    expect(subject('level_exceed')).toBe('Pond: level 96.4 % above 95 % since 14:20');
    expect(subject('flow_rate_below_the_range')).toBe('Main inlet: flow 0.4 KL/h below 2 KL/h since 14:20');
    expect(subject('water_balance_leakage')).toBe('Plains Water: 12.5 KL unaccounted for, 5 KL tolerated, since 14:20');
  });

  it('of what is over says how long and how far, by its worst value', () => {
    expect(subject('unit_threshold', 'recovered')).toBe('Main inlet: the day ended 251 KL above its limit');
    expect(subject('level_exceed', 'recovered')).toBe(
      'Pond: level back within limits after 3 h 20 min, at worst 97.3 %',
    );
    expect(subject('device_status', 'recovered')).toBe('Main inlet: sends again after 3 h 20 min without readings');
  });

  it('of a rate that a request tells of within its limit does not call it beyond', () => {
    expect(subject('flow_rate_above_the_range', 'fired', { value: 80, peak: 80, limit: 100 })).toBe(
      'Main inlet: flow 80 KL/h, the upper limit is 100 KL/h, since 14:20',
    );
    expect(subject('flow_rate_below_the_range', 'fired', { value: 120, peak: 120, limit: 100 })).toBe(
      'Main inlet: flow 120 KL/h, the lower limit is 100 KL/h, since 14:20',
    );
    expect(subject('flow_rate_above_the_range', 'withdrawn', { value: 120, peak: 120, limit: 100 })).toContain(
      'flow above its limit',
    );
  });

  it('of a loss names the tolerance where the tolerance decided, and the meters where they did', () => {
    expect(subject('water_balance_leakage', 'fired', { limitKind: 'band' })).toBe(
      'Plains Water: 12.5 KL unaccounted for, more than the 5 KL by which the meters may err, since 14:20',
    );
    expect(alertWords(told('water_balance_leakage', 'fired', { limitKind: 'band' })).rows).toContainEqual({
      name: 'Meters may err by',
      value: '5\u00a0KL',
    });
  });

  it('of a total that a request tells of before its limit is passed says how much of it is used', () => {
    const warning = { value: 900, peak: 900, limit: 1000 };
    expect(subject('unit_threshold', 'fired', warning)).toBe(
      'Main inlet: 900 KL of the daily limit of 1 000 KL since 14:20'.replace('1 000', '1\u202f000'),
    );
    expect(subject('hourly_threshold', 'recovered', { value: 12, peak: 12, limit: 12 })).toBe(
      'Main inlet: the hour ended within its limit',
    );
    const titled = {
      alertType: 'unit_threshold',
      group: 'FLOW',
      unitName: 'Main inlet',
      parameter: null,
      isOver: false,
    } as const;
    expect(titleWords({ ...titled, value: 900, limit: 1000 })).toBe('Main inlet: use within the daily limit');
    expect(titleWords({ ...titled, value: 1200, limit: 1000 })).toBe('Main inlet: use above the daily limit');
  });

  it('of what is back inside its limit names the worst and the newest value, and never the other side', () => {
    const back = { value: 89, limit: 90, peak: 97, side: null };
    expect(subject('level_exceed', 'fired', back)).toBe('Pond: level above 90 % since 14:20, at worst 97 %, now 89 %');
    expect(subject('level_exceed', 'escalated', back)).toContain('now 89 %, unanswered for 3 h 20 min');
    expect(subject('level_exceed', 'withdrawn', back)).toContain('level above its limit');
    expect(alertWords(told('level_exceed', 'escalated', back)).action).toContain('Stop the inflow');
    expect(alertWords(told('level_exceed', 'fired', back)).rows).toContainEqual({ name: 'Peak', value: '97\u00a0%' });
    expect(subject('quality_threshold', 'fired', { value: 8.4, limit: 8.5, peak: 9.4, side: null })).toBe(
      'River intake: pH above 8.5 since 14:20, at worst 9.4, now 8.4',
    );
    expect(subject('flow_rate_above_the_range', 'fired', { value: 3, limit: 100, peak: 140 })).toBe(
      'Main inlet: flow above 100 KL/h since 14:20, at worst 140 KL/h, now 3 KL/h',
    );
    expect(subject('water_balance_leakage', 'fired', { value: 3, limit: 5, peak: 12.5 })).toBe(
      'Plains Water: water unaccounted for, 5 KL tolerated, since 14:20, at worst 12.5 KL, now 3 KL',
    );
  });

  it('fits what is watched: a well, an energy meter, a parameter of another unit', () => {
    const action = (alertType: AlertType, more: Partial<AlertFacts>): string =>
      alertWords(told(alertType, 'fired', more)).action;
    const well = { group: 'GROUND_WATER_LEVEL', unit: 'm', value: 14, limit: 12, peak: 14 } as const;
    expect(action('level_exceed', well)).not.toMatch(/tank|float/);
    expect(action('level_exceed', { ...well, value: 10, peak: 10, side: 'below' })).toContain('this well');
    expect(action('no_level_variation_n_days', { group: 'GROUND_WATER_LEVEL' })).toContain('of a well');
    const machine = { group: 'ENERGY', unit: 'kWh/h' } as const;
    expect(subject('flow_rate_above_the_range', 'fired', machine)).toBe(
      'Main inlet: power 14.2 kWh/h above 12 kWh/h since 14:20',
    );
    expect(action('flow_rate_above_the_range', machine)).not.toContain('pipe');
    expect(action('quality_threshold', { group: 'ENERGY', parameter: 'voltage' })).not.toContain('dosing');
  });

  it('of days in a row counts days, and no row below says otherwise', () => {
    const found = { now: TOLD_AT, since: TOLD_AT, days: 12 };
    expect(subject('no_flow_n_days', 'fired', found)).toBe('Main inlet: no flow for 12 days');
    expect(alertWords(told('no_flow_n_days', 'fired', found)).rows).toContainEqual({ name: 'For', value: '12 days' });
    expect(subject('no_flow_n_days', 'recovered', found)).toBe('Main inlet: flow again after 12 days or more');
  });

  it('of what lasts longer than two days counts days alone', () => {
    const since = (hours: number) => ({ since: TOLD_AT - hours * 3_600_000 });
    expect(subject('device_status', 'recovered', since(48))).toContain('after 2 days without readings');
    expect(subject('device_status', 'recovered', since(29))).toContain('after 1 day 5 h without readings');
    expect(subject('device_status', 'recovered', since(7446))).toContain('after 310 days without readings');
  });

  it('of what corrected data have taken back says so', () => {
    expect(subject('quality_threshold', 'withdrawn')).toBe(
      'River intake: withdrawn by corrected data: pH above its limit since 14:20',
    );
  });

  it('names the day where it is not the day of the message', () => {
    expect(subject('hourly_threshold', 'fired', { now: Date.parse('2026-06-04T18:30:00Z') })).toBe(
      'Main inlet: 2.2 KL above the hourly limit since 14:20 on 04 Jun 2026',
    );
  });

  it('leaves out what is not known, and never writes 0 for it', () => {
    const unknown = { value: null, limit: null, peak: null };
    for (const alertType of ALERT_TYPES)
      for (const kind of TOLD_KINDS)
        expect(subject(alertType, kind, unknown), alertType).not.toMatch(/null|undefined|NaN|\b0\b/);
    expect(subject('unit_threshold', 'fired', unknown)).toBe('Main inlet: above the daily limit since 14:20');
  });

  it('writes two figures that differ in different digits', () => {
    expect(subject('flow_rate_above_the_range', 'fired', { value: 100.04, limit: 100 })).toContain(
      'flow 100.04 KL/h above 100 KL/h',
    );
  });

  it('is one line, whatever its users typed', () => {
    const unitName = 'Inlet\r\nBcc: all@example.com\u202E';
    const words = alertWords(factsOf('unit_threshold', { unitName, title: 'A\nB' }));
    expect(words.subject).toMatch(/^Inlet Bcc: all@example\.com: /);
    expect(words.footer).toContain('“A B”');
  });
});

describe('the first line', () => {
  it('answers what to do, in the html as in the plain text', () => {
    const words = alertWords(factsOf('level_exceed'));
    expect(mailText(words).split('\n')[0]).toBe(
      'Stop the inflow, or the tank overflows. Then check float valve and pump control.',
    );
    expect(mailText(alertWords(told('level_exceed', 'recovered')))).toMatch(/^Nothing to do: the incident is over\./);
  });
});

describe('a text message', () => {
  it('is two at most, with its link whole, in signs of their alphabet', () => {
    for (const alertType of ALERT_TYPES)
      for (const kind of TOLD_KINDS) {
        const facts = told(alertType, kind, { unitName: 'A very long name of a place '.repeat(5), value: -123_456.7 });
        const text = smsText(alertWords(facts));
        expect(text.length, text).toBeLessThanOrEqual(306);
        expect(text.endsWith(` ${facts.link ?? ''}`)).toBe(true);
        expect(text.replace('..', '')).toMatch(/^[\n\x20-\x7e]+$/);
      }
  });

  it('is two at most where some of its signs take the room of two', () => {
    for (const kind of TOLD_KINDS) {
      const text = smsText(alertWords(told('level_exceed', kind, { unitName: '[{|}]~'.repeat(13) })));
      expect(text.length + (text.match(/[\^{}\\[~\]|]/g)?.length ?? 0), text).toBeLessThanOrEqual(306);
    }
  });

  it('stays in its alphabet where its fact is cut, and is shorter with a sign that the alphabet lacks', () => {
    const words = alertWords(factsOf('level_exceed'));
    const cut = smsText({ ...words, subject: 'Main-inlet-'.repeat(40) });
    expect(cut).toMatch(/^[\x20-\x7e]+$/);
    expect(cut.length).toBe(306);
    expect(smsText({ ...words, subject: '`Main` '.repeat(50) }).length).toBeLessThanOrEqual(268);
  });
});

describe('a digest', () => {
  const at = (minutes: number): number => TOLD_AT - minutes * 60_000;
  const entry = (severity: 'critical' | 'low', minutes: number, kind: ToldKind = 'fired') => ({
    kind,
    severity,
    strength: null,
    subject: `Place ${minutes}`,
    at: at(minutes),
  });
  const digest = (entries: readonly DigestEntry[]) =>
    digestWords({ industryName: 'Plains Water', entries, now: TOLD_AT, timezone: 'Asia/Kolkata', link: null }, 'en');

  it('counts, and lists the worst first, then the newest; what is over comes last', () => {
    const words = digest([
      entry('low', 10),
      entry('critical', 50, 'recovered'),
      entry('critical', 40),
      entry('low', 5),
    ]);
    expect(words.subject).toBe('Plains Water: 4 messages since 16:50, 1 of them critical');
    expect(words.rows.map(({ value }) => value)).toEqual(['Place 40', 'Place 5', 'Place 10', 'Place 50']);
    expect(words.rows.map(({ name }) => name)).toEqual([
      'Critical, 17:00',
      'Low, 17:35',
      'Low, 17:30',
      'Resolved, 16:50',
    ]);
  });

  it('lists of the same severity what is farthest beyond its limit first', () => {
    const strong = (minutes: number, strength: number | null) => ({ ...entry('low', minutes), strength });
    const words = digest([strong(5, null), strong(10, 0.2), strong(40, 3), strong(50, 0.2), entry('critical', 20)]);
    expect(words.rows.map(({ value }) => value)).toEqual(['Place 20', 'Place 40', 'Place 10', 'Place 50', 'Place 5']);
  });

  it('names the worst in forms that have no rows', () => {
    const words = digest([entry('low', 10), entry('critical', 40)]);
    expect(smsText(words)).toBe(
      'Critical: Plains Water: 2 messages since 17:00, 1 of them critical. Place 40. Place 10.',
    );
    expect(pushWords(words).body).toBe('Place 40. Place 10.');
    expect(chatVariables(words)['4']).toBe('Place 40. Place 10.');
    expect(chatText(words)).toContain('Place 40. Place 10.');
  });

  it('says how many it does not show', () => {
    const { rows } = digest(Array.from({ length: 42 }, (_, index) => entry('low', index + 1)));
    expect(rows.length).toBe(31);
    expect(rows.at(-1)).toEqual({ name: 'Not shown', value: '12 more' });
  });
});

it.each(LANGUAGES)('the messages of all types are those that were looked at, in %s', (language) => {
  const text = ALERT_TYPES.flatMap((alertType) =>
    TOLD_KINDS.map((kind) => {
      const facts = told(alertType, kind);
      const words = alertWords(facts, language);
      return [
        `==== ${alertType}, ${kind}`,
        `Subject: ${words.subject}`,
        mailText(words),
        `sms: ${smsText(words)}`,
        `push: ${JSON.stringify(pushWords(words))}`,
        `chat: ${JSON.stringify(chatVariables(words))}`,
        `chat without a template: ${JSON.stringify(chatText(words))}`,
        `web: ${JSON.stringify(alertPayload(facts, words))}`,
        '',
      ].join('\n');
    }),
  ).join('\n');
  if (process.env['UPDATE_SNAPSHOT'] === '1') writeFileSync(goldenOf(language), text);
  expect(text, 'Read the difference, then accept it with UPDATE_SNAPSHOT=1').toBe(
    readFileSync(goldenOf(language), 'utf8'),
  );
});

describe('the claim of a report', () => {
  const by = 'asha';

  it('is told as reported, unless the readings confirm it', () => {
    const words = (verdict: 'unchecked' | 'confirmed' | 'denied') =>
      claimWords('Bore 1: no readings', { by, verdict }, 'en');
    expect(words('confirmed')).toBe('Bore 1: no readings');
    expect(words('unchecked')).toBe('Bore 1: no readings, as reported by asha');
    expect(words('denied')).toBe('Bore 1: no readings, as reported by asha (the readings say otherwise)');
    expect(claimWords('Bore 1: no readings', null, 'en')).toBe('Bore 1: no readings');
  });

  it('says once that the readings deny it', () => {
    const report = { by, verdict: 'denied' } as const;
    expect(claimWords('Bore 1: no readings (the readings say otherwise)', report, 'en')).toBe(
      'Bore 1: no readings, as reported by asha (the readings say otherwise)',
    );
    expect(claimWords('Bore 1: कोई रीडिंग नहीं (रीडिंग कुछ और कहती हैं)', report, 'hi')).toBe(
      'Bore 1: कोई रीडिंग नहीं, asha के अनुसार (रीडिंग कुछ और कहती हैं)',
    );
  });

  it('is no fact on the screen of a phone, either', () => {
    const silent = (report: AlertFacts['report']) =>
      browserWords(told('device_status', 'fired', { report }), 'en').body;
    expect(silent(null)).toBe('Silent device, since 14:20.');
    expect(silent({ by, verdict: 'confirmed', at: TOLD_AT })).toBe('Silent device, since 14:20.');
    expect(silent({ by, verdict: 'unchecked' })).toBe('Silent device, as reported by asha, since 14:20.');
    expect(silent({ by, verdict: 'denied', at: TOLD_AT, passed: null })).toBe(
      'Silent device, as reported by asha (the readings say otherwise), since 14:20.',
    );
  });
});

describe('a reader of Hindi', () => {
  /** Names, units of measure and the zone are written alike everywhere. */
  const ALIKE =
    /Main inlet|Pump house|Plains Water|Pond|River intake|Use per day|asha|K[Ll]|kWh|pH|\bh\b|Asia\/Kolkata|\bid\b/g;
  const variants: readonly Partial<AlertFacts>[] = [
    {},
    { value: null, limit: null, peak: null },
    { group: 'ENERGY', isNeverHeard: true, days: 12 },
    { limitKind: 'death' },
    { value: 3, limit: 5, peak: 12, side: null, limitKind: 'band' },
    { group: 'GROUND_WATER_LEVEL', unitName: 'Main inlet', report: { by: 'asha', verdict: 'unchecked' } },
    { unitName: 'A unit that was removed', since: TOLD_AT - 90 * 3_600_000, parameter: null },
    { report: { by: 'asha', verdict: 'denied', at: TOLD_AT, passed: null } },
  ];

  it('meets no English in any message', () => {
    for (const alertType of ALERT_TYPES)
      for (const kind of TOLD_KINDS)
        for (const more of variants) {
          const words = alertWords(told(alertType, kind, { ...more, link: null }), 'hi');
          expect(`${mailText(words)}${smsText(words)}`.replaceAll(ALIKE, ''), alertType).not.toMatch(/[A-Za-z]{2,}/);
          expect(mailText(words)).not.toMatch(/[{}]|null|undefined/);
        }
  });

  it('meets none in a digest, either', () => {
    const entries = Array.from({ length: 40 }, (_, at) => ({
      ...({ kind: 'fired', severity: 'critical', strength: null, at: TOLD_AT } as const),
      subject: `जगह ${at}`,
    }));
    const words = digestWords(
      { industryName: 'जल', entries, now: TOLD_AT, timezone: 'Asia/Kolkata', link: null },
      'hi',
    );
    expect(words.subject).toBe('जल: 17:40 से 40 संदेश, उनमें 40 गंभीर');
    expect(mailText(words)).not.toMatch(/[A-Za-z]{2,}/);
  });

  it('has a text message of four at most, whose link is whole', () => {
    const words = alertWords(
      told('flow_rate_above_the_range', 'escalated', { unitName: 'बहुत लंबा नाम '.repeat(9) }),
      'hi',
    );
    expect(smsText(words).length).toBeLessThanOrEqual(268);
    expect(smsText(words).endsWith(` ${words.link}`)).toBe(true);
  });

  it('reads the titles that the service makes, and those that people typed as they are', () => {
    const matter = { alertType: 'unit_threshold', parameter: null } as const;
    const titled = { ...matter, unitName: 'Main inlet', group: 'FLOW', isOver: false } as const;
    expect(titleIn('hi', titleWords({ ...titled, value: 1200, limit: 1000 }), matter)).toBe(
      'Main inlet: खपत दिन की सीमा से ऊपर',
    );
    expect(titleIn('hi', 'Main inlet: use within the daily limit (the readings say otherwise)', matter)).toBe(
      'Main inlet: खपत दिन की सीमा के भीतर (रीडिंग कुछ और कहती हैं)',
    );
    expect(titleIn('hi', 'Bore 1: sends again', { ...matter, alertType: 'device_status' })).toBe(
      'Bore 1: रीडिंग फिर आ रही हैं',
    );
    expect(titleIn('hi', 'Pump: too much', matter)).toBe('Pump: too much');
    expect(titleIn('en', 'Bore 1: sends again', { ...matter, alertType: 'device_status' })).toBe('Bore 1: sends again');
  });
});
