import { describe, expect, it } from 'vitest';
import {
  findingSentence,
  visibleLeakSentence,
  limitText,
  namedFacts,
  type ToldFinding,
} from '../../../src/findings/rules/finding-sentence.ts';
import { FACT_VALUES, FINDING_FACTS } from '../../../src/findings/rules/fact-words.ts';
import { FINDING_SENTENCES, KIND_WORDS } from '../../../src/findings/rules/kind-words.ts';
import { LEAK_METHODS } from '../../../src/findings/rules/minimum-flows.ts';
import { filesBelow, textOf } from '../../support/source-files.ts';
import { FINDING_KINDS, type FindingKind } from '../../../src/findings/rules/kinds.ts';
import { LANGUAGES } from '../../../src/kernel/language.ts';

const told = (kind: FindingKind, evidence: ToldFinding['evidence'], more: Partial<ToldFinding> = {}): string =>
  findingSentence(
    {
      kind,
      unitId: 'B',
      unitName: 'Boiler',
      swappedWith: null,
      swappedWithName: null,
      siUnit: 'KL',
      evidence,
      ...more,
    },
    { language: 'en', timezone: 'Asia/Kolkata' },
  );

describe('the sentence of a finding', () => {
  it('tells amounts in the unit of the meter, shares and times as people read them', () => {
    expect(told('leak', { quantityPerDay: 4800, shareOfUse: 0.253 })).toBe(
      '4.8\u00a0KL a day flows on beyond the usual, 25\u00a0% of the usual use',
    );
    expect(told('silence', { silentSince: '2026-11-26T20:35:00.000Z', silentUntil: null })).toBe(
      'Has sent nothing since 27 Nov 2026 02:05',
    );
    expect(
      told('silence', {
        silentSince: '2026-11-26T20:35:00.000Z',
        silentUntil: '2026-11-27T01:35:00.000Z',
        silentMinutes: 300,
        silences: 1,
      }),
    ).toBe('Sent nothing for 5\u00a0h from 27 Nov 2026 02:05');
    expect(told('overflow', { hours: 412 })).toBe('Was full to the brim for 17\u00a0days, so it may have run over');
    expect(told('silence', { silentSince: null })).toBe('Has never sent a reading');
    expect(told('tank-low', { worstPercent: 4.25, limitPercent: 10 })).toBe(
      'Was down to 4.25\u00a0% of its content; at 10\u00a0% it is low',
    );
    expect(told('standstill', { daysWithoutUse: 1, usualPerDay: 10_450 })).toBe(
      'Counted nothing on 1 day; 10.5\u00a0KL a day is usual',
    );
    expect(told('quality-outside', { parameter: 'pH', parameterUnit: '', value: 9.1, min: 6.5, max: 8.5 })).toBe(
      'pH was 9.1, above 8.5',
    );
  });

  it('names a swapped pair in order of ids', () => {
    const swap = { swappedSince: '2026-02-14' };
    const named = told('swapped-meters', swap, { swappedWith: 'A', swappedWithName: 'Main inlet' });
    expect(named).toBe(
      'Main inlet and Boiler seem to be swapped since 14 Feb 2026: each measures what the other did before',
    );
  });

  it('never shows a fact that the evidence lacks as a number', () => {
    expect(told('leak', {})).toBe('– a day flows on beyond the usual, – of the usual use');
  });

  it('of every kind is there in every language, with the same facts', () => {
    const factsOf = (text: string): string[] => [...text.matchAll(/\{\w+:\w+\}/g)].map(([fact]) => fact).sort();
    for (const sentence of Object.values(FINDING_SENTENCES))
      for (const language of LANGUAGES) expect(factsOf(sentence[language])).toEqual(factsOf(sentence.en));
    for (const kind of FINDING_KINDS)
      for (const language of LANGUAGES) {
        expect(KIND_WORDS[kind].title[language]).not.toBe('');
        expect(
          findingSentence(
            { kind, unitId: null, unitName: null, swappedWith: null, swappedWithName: null, siUnit: '', evidence: {} },
            { language, timezone: 'UTC' },
          ),
        ).not.toMatch(/[{}]/);
      }
  });
});

describe('the facts of a finding', () => {
  const facts = (kind: FindingKind, evidence: ToldFinding['evidence'], language: 'en' | 'hi' = 'en') =>
    namedFacts({ kind, siUnit: 'KL', evidence }, { language, timezone: 'Asia/Kolkata' });

  it('have names and units in place of the keys of programs, in order of weight', () => {
    expect(
      facts('leak', { method: 'lowest-hours', excessPerHour: 200, quantityPerDay: 4800, logTimesLikelier: 3 }),
    ).toEqual([
      { name: 'More than usual in a day', text: '4.8\u00a0KL' },
      { name: 'More than usual in an hour', text: '0.2\u00a0KL' },
      { name: 'Seen in', text: 'the lowest hours of each day' },
      { name: 'Likelier with a leak than without', text: '20.1\u00a0:\u00a01' },
    ]);
    expect(facts('quality-outside', { parameter: 'Nitrate', parameterUnit: 'mg/L', value: 51, max: 50 })).toEqual([
      { name: 'Parameter', text: 'Nitrate' },
      { name: 'Farthest outside', text: '51\u00a0mg/L' },
      { name: 'Declared maximum', text: '50\u00a0mg/L' },
    ]);
    expect(facts('silence', { silentSince: '2026-11-26T20:35:00.000Z', silentMinutes: 370 }, 'hi')).toEqual([
      { name: 'इससे पहले अंतिम रीडिंग', text: '27 नव॰ 2026 02:05' },
      { name: 'मौन की अवधि', text: '6\u00a0घं॰\u00a010\u00a0मि॰' },
    ]);
  });

  it('are left out where the evidence lacks them, and where nobody has named them', () => {
    expect(facts('quality-outside', { min: null, otherParameters: [], somethingNew: 7 })).toEqual([]);
    expect(facts('quality-outside', { otherParameters: ['pH', 'Turbidity'] })).toEqual([
      { name: 'Also outside', text: 'pH, Turbidity' },
    ]);
  });

  it('tell odds beyond a million as more than a million', () => {
    const odds = (logTimesLikelier: number) => facts('leak', { logTimesLikelier })[0]?.text;
    expect([odds(0), odds(Math.log(1_000_000)), odds(14)]).toEqual([
      '1\u00a0:\u00a01',
      '1\u202f000\u202f000\u00a0:\u00a01',
      '>\u00a01\u202f000\u202f000\u00a0:\u00a01',
    ]);
  });

  it('that a sentence tells have names, and every name and value is there in every language', () => {
    const named = new Set(Object.values(FINDING_FACTS).flatMap((words) => Object.keys(words)));
    // Names of a swapped pair stand in the sentence, and a parameter's unit beside its figures.
    const others = new Set(['one', 'other', 'parameterUnit']);
    const told = Object.values(FINDING_SENTENCES).flatMap(({ en }) => [...en.matchAll(/\{\w+:(\w+)\}/g)]);
    expect(told.map(([, name = '']) => name).filter((name) => !named.has(name) && !others.has(name))).toEqual([]);
    for (const words of [
      ...Object.values(FINDING_FACTS).flatMap((one) => Object.values(one)),
      ...Object.values(FACT_VALUES),
    ])
      for (const language of LANGUAGES) expect(words[language]).not.toBe('');
  });

  it('name each way in which a leak is seen', () => {
    const methods = filesBelow('src/findings/rules', '.ts').flatMap((path) =>
      [...textOf(path).matchAll(/method: '([a-z]+-[a-z-]+)'/g)].map(([, method = '']) => method),
    );
    expect(methods.length).toBeGreaterThan(1);
    expect([...LEAK_METHODS, ...methods].filter((method) => !(method in FACT_VALUES))).toEqual([]);
  });

  it('of limits are per cent, lengths of time and days', () => {
    const read = { language: 'en', timezone: 'UTC' } as const;
    expect([limitText(12.5, '%', read), limitText(190, 'minutes', read), limitText(1, 'days', read)]).toEqual([
      '12.5\u00a0%',
      '3\u00a0h\u00a010\u00a0min',
      '1 day',
    ]);
  });
});

describe('the smallest leak that a meter shows', () => {
  it('is told with the steps of the meter where these hide smaller ones', () => {
    expect(visibleLeakSentence({ perDay: 1000, pulse: 250, isByPulses: true }, 'm3', 'en')).toBe(
      'A leak below 1\u00a0m3 a day cannot be seen by this meter, which counts in steps of 0.25\u00a0m3',
    );
    expect(visibleLeakSentence({ perDay: 480, pulse: null, isByPulses: false }, 'KL', 'en')).toBe(
      'A leak below 0.48\u00a0KL a day is not told within three days, because the use of this meter varies',
    );
    expect(visibleLeakSentence(null, 'KL', 'hi')).not.toMatch(/[{}]/);
  });
});
