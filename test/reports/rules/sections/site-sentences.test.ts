import { describe, expect, it } from 'vitest';
import type { ReportInput } from '../../../../src/reports/rules/input.ts';
import { sentenceWriter } from '../../../../src/reports/rules/sentence-writer.ts';
import type { Bound } from '../../../../src/kernel/document/types.ts';
import { balanceSentences } from '../../../../src/reports/rules/sections/site-sentences.ts';

const say = sentenceWriter({ timezone: 'UTC' });

/** What is said of a balance whose remainder is open. */
function likelihoodOf(inflow: number, stockChange: number, unaccounted: number): string {
  const figure = (value: number) => ({ value, siUnit: 'KL', band: null, coverage: 1, estimatedShare: 0 });
  const balance = {
    figures: {
      inflow: figure(inflow),
      outflow: figure(inflow - stockChange - unaccounted),
      stockChange: figure(stockChange),
      unaccounted: { ...figure(unaccounted), status: 'unknown' },
    },
    iwa: { systemInputVolume: figure(inflow - stockChange) },
  };
  // Of an input the sentence reads these alone.
  const input = { balance, request: { unitIds: null } } as unknown as ReportInput;
  return balanceSentences(input, say)
    .map(({ text }) => text.replaceAll('\u00a0', ' '))
    .join(' ');
}

describe('what is open of a balance', () => {
  it('is told of the system input and not of what came in alone', () => {
    expect(likelihoodOf(0.186, -119.814, 110)).toBe(
      'Of 120 KL that came in or was taken from the tanks, 110 KL are open, of unknown certainty.',
    );
    expect(likelihoodOf(0, -120, 110)).toMatch(/^Of 120 KL that was taken from the tanks, 110 KL/);
    expect(likelihoodOf(200, 80, 110)).toMatch(/^Of 120 KL that came in and did not stay in the tanks, 110 KL/);
    expect(likelihoodOf(120, 0, 110)).toMatch(/^Of 120 KL that came in, 110 KL/);
  });
});

describe('a balance of which readings are missing', () => {
  /** What is said of 120 KL that came in, and of what is left of them. */
  const told = (left: number, status: string, bounds: { readonly input?: Bound; readonly left: Bound }): string => {
    const figure = (value: number, bound: Bound | null = null) => ({ value, siUnit: 'KL', band: null, bound });
    const band = { plusMinus: 5, low: left - 5, high: left + 5 };
    const balance = {
      figures: {
        inflow: figure(120),
        outflow: figure(120 - left),
        stockChange: figure(0),
        unaccounted: { ...figure(left, bounds.left), band, status },
      },
      iwa: { systemInputVolume: figure(120, bounds.input ?? null) },
    };
    const input = { balance, request: { unitIds: null } } as unknown as ReportInput;
    return balanceSentences(input, say)
      .map(({ text }) => text.replaceAll('\u00a0', ' '))
      .join(' ');
  };

  it('says of each figure on which side its own truth lies', () => {
    expect(told(30, 'surplus', { left: 'at most' })).toBe(
      'Of 120 KL that came in, at most 30.0 KL are not accounted for, give or take 5.00 KL.',
    );
    expect(told(30, 'surplus', { input: 'at least', left: 'at least' })).toMatch(/^Of at least 120 KL .* at least 30/);
    expect(told(-30, 'deficit', { input: 'at least', left: 'at least' })).toContain(
      ': at most 30.0 KL, give or take 5',
    );
    expect(told(-30, 'unknown', { left: 'at most' })).toMatch(/^At least 30.0 KL more went out/);
  });
});
