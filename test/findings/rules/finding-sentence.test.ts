import { describe, expect, it } from 'vitest';
import { findingSentence, type ToldFinding } from '../../../src/findings/rules/finding-sentence.ts';
import { FINDING_SENTENCES, KIND_WORDS } from '../../../src/findings/rules/kind-words.ts';
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
      '4.8\u00a0KL a day more than usual flow on, 25\u00a0% of the usual use',
    );
    expect(told('silence', { silentSince: '2026-11-26T20:35:00.000Z', silentUntil: null })).toBe(
      'Has sent nothing since 27 Nov 2026, 02:05',
    );
    expect(
      told('silence', {
        silentSince: '2026-11-26T20:35:00.000Z',
        silentUntil: '2026-11-27T01:35:00.000Z',
        silentMinutes: 300,
        silences: 1,
      }),
    ).toBe('Sent nothing for 5\u00a0h\u00a000\u00a0min from 27 Nov 2026, 02:05');
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
    expect(told('leak', {})).toBe('– a day more than usual flow on, – of the usual use');
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
