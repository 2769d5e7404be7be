import { describe, expect, it } from 'vitest';
import { shownEvidence } from '../../../src/window/alerts/incident.ts';
import { settingsList } from '../../../src/window/alerts/rule-fields.ts';
import { textsOf } from '../../../src/window/texts.ts';

const clock = { timezone: 'Asia/Kolkata', language: 'en' } as const;
const plain = async (markup: unknown): Promise<string> =>
  String(await markup)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('what an incident rests on', () => {
  const FOUND = {
    alertType: 'flow_rate_above_the_range',
    evidence: {
      since: '2026-01-15T10:00:00.000Z',
      settings: { high: 12, leaveHigh: null, whileFlowing: false },
      holdMinutes: 15,
      recoverMinutes: 20,
      ruleVersion: 3,
    },
  } as const;

  it.each([
    [
      'en',
      'Evidence First seen 15 Jan 2026 15:30 The rule at that time Upper bound: 12 Minutes the condition had to last 15 Minutes the condition had to be over 20',
    ],
    [
      'hi',
      'किस पर आधारित पहली बार दिखा 15 जन॰ 2026 15:30 तब का नियम ऊपरी सीमा: 12 कितने मिनट रहना था 15 कितने मिनट समाप्त रहना था 20',
    ],
  ] as const)('is told in words of the language %s, without names of programs', async (language, text) => {
    expect(await plain(shownEvidence({ texts: textsOf(language), clock: { ...clock, language } }, FOUND))).toBe(text);
  });

  it('is what a request said beside its figures, inert, and whom it could not name', async () => {
    const meta = { alertType: 'unit_threshold', threshold: 5, currentValue: 7, remark: '<b>pump 3</b>', crew: null };
    const markup = shownEvidence(
      { texts: textsOf('en'), clock },
      { alertType: 'unit_threshold', evidence: { meta, unknownUserIds: ['u7', 'u9'] } },
    );
    expect(await plain(markup)).toBe(
      'Evidence The request also said remark: &lt;b&gt;pump 3&lt;/b&gt; crew: – Recipients who are not users here u7, u9',
    );
  });

  it('is left out where there is nothing to tell', () => {
    const nothing = { meta: { alertType: 'unit_threshold' }, unknownUserIds: [] };
    for (const evidence of [{}, nothing, { ruleVersion: 1 }])
      expect(shownEvidence({ texts: textsOf('en'), clock }, { alertType: 'unit_threshold', evidence })).toBe('');
  });
});

describe('a setting of a rule', () => {
  it.each([
    [5e-7, '0.0000005'],
    [1.5e-7, '0.00000015'],
    [0.25, '0.25'],
    [1000, '1\u202f000'],
    [1e-300, '1e-300'],
  ])('%d is shown as it was typed, and never as 0', async (limit, text) => {
    const list = settingsList(textsOf('en'), { alertType: 'unit_threshold', settings: { limit } });
    expect(String(await list)).toContain(`: ${text}</li>`);
  });
});
