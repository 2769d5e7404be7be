import { expect, it } from 'vitest';

type Case = readonly [value: number, outcome: unknown];

/** A limit: its words, the rule, and the outcome of a value just under the limit, at it and just over it. */
export type Limit = readonly [what: string, rule: (value: number) => unknown, under: Case, at: Case, over: Case];

/** Tests each limit. */
export const holdLimits = (limits: readonly Limit[]): void => {
  it.each(limits)('%s', (_, rule, ...cases) => {
    expect(cases.map(([value]) => [value, rule(value)])).toEqual(cases);
  });
};
