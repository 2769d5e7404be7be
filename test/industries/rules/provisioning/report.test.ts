import { expect, it } from 'vitest';
import { resultOf } from '../../../../src/industries/rules/provisioning/plan.ts';
import { provisioningReport } from '../../../../src/industries/rules/provisioning/report.ts';
import { balance, bore, bundle, planOf, storedAfter, tank } from './bundles.ts';

it('a first run says what it added', () => {
  expect(provisioningReport(resultOf(planOf(bundle())))).toEqual([
    'Industry WORKS: added.',
    'Units: 3 added, 0 changed, 0 unchanged, 0 removed.',
    'Categories: 1 added, 0 changed, 0 unchanged, 0 removed.',
    'Users: 1 added, 0 changed, 0 unchanged, 0 removed.',
  ]);
});

it('a run that changed nothing says so', () => {
  expect(provisioningReport(resultOf(planOf(bundle(), storedAfter(bundle()))))).toEqual([
    'Industry WORKS: everything is as the bundle says, nothing was changed.',
  ]);
});

it('restated figures and warnings are named', () => {
  const document = bundle({
    units: [bore({ flowFactor: 2, meta: { effectiveFrom: '01/06/2026' } }), tank(), balance('{PUMP}')],
  });
  const lines = provisioningReport(resultOf(planOf(document, storedAfter(bundle()))));
  expect(lines).toContain('Figures of BORE are restated from 01/06/2026.');
  expect(lines.at(-1)).toMatch(/^Note: units\[2\]\.meta\.calculations names "PUMP"/);
});
