import { describe, expect, it } from 'vitest';
import type { ReportInput } from '../../../../src/reports/rules/input.ts';
import { sentenceWriter } from '../../../../src/reports/rules/sentence-writer.ts';
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
