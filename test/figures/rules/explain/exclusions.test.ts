import { describe, expect, it } from 'vitest';
import { explainExclusions } from '../../../../src/figures/rules/explain/exclusions.ts';

const event = (changes: Record<string, unknown> = {}) => ({
  kind: 'dropout' as const,
  action: 'exclude' as const,
  from: '2026-03-01T02:00:00.000Z',
  last: '2026-03-01T06:00:00.000Z',
  registerBefore: 120,
  registerDuring: 0,
  registerAfter: 190 as number | null,
  provisional: false,
  ...changes,
});
const at = (hour: number, register: number | null = 0) => ({ createdOn: `2026-03-01T0${hour}:00:00.000Z`, register });
const KL = { siUnit: 'KL', divisor: 1000 };
const RAW = { siUnit: '', divisor: 1 };
type Given = Parameters<typeof explainExclusions>;
const reasons = (excluded: Given[0], events: Given[1], overrules: Given[2], measure = RAW): string[] =>
  explainExclusions(excluded, events, overrules, measure).map(({ reason }) => reason);

describe('why a register takes no part', () => {
  it('is the event that concerns it', () => {
    expect(reasons([at(3)], [event()], [])).toEqual([
      'dropout: the register read 0; it stood at 120 before and came back at 190',
    ]);
    expect(reasons([at(3)], [event({ registerBefore: null, registerAfter: null, provisional: true })], [])).toEqual([
      'dropout: the register read 0; the unit had sent no other register before and has not come back yet (may change with further readings)',
    ]);
  });

  it('tells registers as the unit shows them, with their unit of measure', () => {
    expect(reasons([at(3)], [event({ registerBefore: 540_000, registerAfter: 543_750 })], [], KL)).toEqual([
      'dropout: the register read 0; it stood at 540 KL before and came back at 543.75 KL',
    ]);
  });

  it('tells a dropout from the glitch it lies in', () => {
    const glitch = event({
      kind: 'glitch',
      from: '2026-03-01T01:00:00.000Z',
      last: '2026-03-01T07:00:00.000Z',
      registerBefore: 200,
      registerDuring: 150,
      registerAfter: 201,
    });
    expect(
      explainExclusions([at(1, 150), at(3, 0), at(7, 160)], [glitch, event()], [], RAW).map(
        (exclusion) => exclusion.event?.kind,
      ),
    ).toEqual(['glitch', 'dropout', 'glitch']);
    expect(reasons([at(7, 160)], [glitch], [])).toEqual([
      'glitch: the register dipped to 150; it stood at 200 before and came back at 201',
    ]);
  });

  it('is a rise where the register counts down', () => {
    expect(
      reasons(
        [at(3, 1005)],
        [event({ kind: 'glitch', registerBefore: 998, registerDuring: 1005, registerAfter: 997 })],
        [],
      ),
    ).toEqual(['glitch: the register rose to 1005; it stood at 998 before and came back at 997']);
  });

  it("is the operator's word where there is one", () => {
    const overrule = {
      createdOn: at(3).createdOn,
      action: 'exclude' as const,
      decidedBy: 'olga',
      decidedAt: '2026-04-01T00:00:00.000Z',
    };
    expect(reasons([at(3)], [], [overrule])).toEqual(['excluded by olga on 2026-04-01T00:00:00.000Z']);
  });

  it('is not an event elsewhere, or one that excludes nothing', () => {
    expect(reasons([at(8)], [event()], [])).toEqual([
      'taken out by a register check whose event is no longer on record',
    ]);
    expect(reasons([at(3)], [event({ action: 'keep' })], [])).toEqual([
      'taken out by a register check whose event is no longer on record',
    ]);
  });
});
