import { describe, expect, it } from 'vitest';
import type { AlertType } from '../../../src/alerts/rules/types.ts';
import type { FindingKind } from '../../../src/findings/rules/kinds.ts';
import type { Severity } from '../../../src/kernel/severity.ts';
import { attentionItems } from '../../../src/window/today/attention.ts';

const incident = (
  name: string,
  alertType: AlertType,
  { unitId = 'A' as string | null, severity = 'medium' as Severity, operator = '>' as '<' | '>', parameter = '' } = {},
) => ({
  ...{ name, alertType, unitId, severity },
  triggeredAt: '2026-06-11T00:00:00Z',
  threshold: { parameter, operator, value: 1, unit: null },
});
const finding = (
  name: string,
  kind: FindingKind,
  { unitId = 'A' as string | null, severity = 'medium' as Severity, evidence = {} as Record<string, unknown> } = {},
) => ({ name, kind, unitId, severity, evidence });

type Named = readonly { readonly name: string }[];
const told = (incidents: readonly ReturnType<typeof incident>[], findings: readonly ReturnType<typeof finding>[]) =>
  attentionItems(incidents, findings).map((entry) =>
    ([entry.incident, entry.finding] as (Named[number] | null)[]).map((one) => one?.name ?? '-').join(' '),
  );

describe('what needs somebody', () => {
  it.each([
    ['a silence', incident('I', 'device_status'), finding('F', 'silence'), true],
    ['a silence of another unit', incident('I', 'device_status', { unitId: 'B' }), finding('F', 'silence'), false],
    ['another matter', incident('I', 'unit_threshold'), finding('F', 'silence'), false],
    ['a kind for which no rule watches', incident('I', 'unit_threshold'), finding('F', 'creep'), false],
    ['a low tank', incident('I', 'level_exceed', { operator: '<' }), finding('F', 'tank-low'), true],
    ['a tank full or low', incident('I', 'level_exceed', { operator: '>' }), finding('F', 'tank-low'), false],
    ['a full tank', incident('I', 'level_exceed', { operator: '>' }), finding('F', 'tank-full'), true],
    ['too much', incident('I', 'unit_threshold'), finding('F', 'unusual-use', { evidence: { verdict: 'more' } }), true],
    ['too much and too little', incident('I', 'unit_threshold'), finding('F', 'unusual-use'), false],
    [
      'one parameter',
      incident('I', 'quality_threshold', { parameter: 'pH' }),
      finding('F', 'quality-outside', { evidence: { parameter: 'pH' } }),
      true,
    ],
    [
      'two parameters',
      incident('I', 'quality_threshold', { parameter: 'pH' }),
      finding('F', 'quality-outside', { evidence: { parameter: 'TDS' } }),
      false,
    ],
    [
      'the balance',
      incident('I', 'water_balance_leakage', { unitId: null }),
      finding('F', 'balance', { unitId: null }),
      true,
    ],
  ] as const)('is told once where an incident and a finding tell of %s', (_what, one, other, isOne) => {
    expect(told([one], [other])).toEqual(isOne ? ['I F'] : ['I -', '- F']);
  });

  it('is the worse of both, the worst first, and one finding joins one incident', () => {
    const incidents = [
      incident('quiet', 'unit_threshold', { severity: 'low' }),
      incident('silent', 'device_status', { severity: 'low' }),
      incident('silent, too', 'device_status', { severity: 'medium' }),
    ];
    const findings = [finding('F', 'silence', { severity: 'critical' }), finding('leak', 'leak', { severity: 'high' })];
    expect(told(incidents, findings)).toEqual(['silent, too F', '- leak', 'quiet -', 'silent -']);
  });
});
