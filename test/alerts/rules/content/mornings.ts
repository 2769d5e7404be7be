import type { morningWords } from '../../../../src/alerts/rules/content/morning.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';

type Facts = Parameters<typeof morningWords>[0];
type Finding = Facts['findings'][number];

const FINDING: Finding = {
  findingId: '3f0a6a4e-52c1-4d0e-9d8e-3f6f1f0a2c41',
  kind: 'silence',
  severity: 'high',
  unitId: 'A',
  unitName: 'Inlet',
  swappedWith: null,
  swappedWithName: null,
  siUnit: 'KL',
  evidence: { silentSince: null },
  firstDay: businessDate('2026-02-27'),
  lastDay: businessDate('2026-03-01'),
  isOpen: true,
};

/** The morning of 02 Mar 2026 with these findings, each an open silence of the inlet unless it says otherwise. */
export const morningOf = (...findings: readonly Partial<Finding>[]): Facts => ({
  industryName: 'Riverside',
  timezone: 'Asia/Kolkata',
  date: businessDate('2026-03-02'),
  tankEnds: new Map(),
  tanksAt: Date.parse('2026-03-02T00:45:00Z'),
  findings: findings.map((finding) => ({ ...FINDING, ...finding })),
  publicUrl: 'https://water.example',
});
