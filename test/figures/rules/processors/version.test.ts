import { expect, it } from 'vitest';
import { ALGORITHM_VERSION } from '../../../../src/figures/rules/processors/version.ts';
import { againstRecord } from '../../../support/recorded-sources.ts';

/*
 * Days of which nothing has changed are left alone, and what decides that of the rules in code is ALGORITHM_VERSION
 * alone. So the sources that make figures are recorded beside the version, and neither changes without the other.
 */

/** Rules that make figures, and the files that choose and add up the readings and operands that the rules are given. */
const SOURCES = {
  folders: ['figures/rules/processors', 'kernel/formula', 'kernel/measure', 'figures/rules/register-checks'].map(
    (name) => `src/${name}`,
  ),
  files: [
    ...['virtual-plan', 'compute-virtual', 'compute-days', 'load-days', 'read-stretch', 'load-meters'].map(
      (name) => `src/figures/${name}.ts`,
    ),
    'src/figures/store/rollups.ts',
    'src/figures/store/meter-parts.ts',
    'src/figures/store/day-readings.ts',
    'sql/queries/figures/rollups.sql',
    'sql/idempotent/015_live_hours.sql',
    'sql/idempotent/016_live_rollups.sql',
  ],
};

it('the version of the rules is raised when a source that makes figures changes', () => {
  const { names, recordedVersion, changed } = againstRecord('algorithm.json', ALGORITHM_VERSION, SOURCES);
  expect(names.length).toBeGreaterThan(30);
  const advice =
    ALGORITHM_VERSION === recordedVersion
      ? 'Can any figure be another one now? Then raise ALGORITHM_VERSION in src/figures/rules/processors/version.ts, and stored days are computed anew. Can none (a name, a comment, a speed)? Then leave the version. Either way record it: UPDATE_SNAPSHOT=1 npm test -- test/figures/rules/processors/version.test.ts'
      : 'ALGORITHM_VERSION is another one. Record it with its sources: UPDATE_SNAPSHOT=1 npm test -- test/figures/rules/processors/version.test.ts';
  expect({ version: ALGORITHM_VERSION, changed }, advice).toEqual({ version: recordedVersion, changed: [] });
});

it('what chooses the operands of a formula, and the units of an industry, is recorded with the rules', () => {
  const { names } = againstRecord('algorithm.json', ALGORITHM_VERSION, SOURCES);
  expect(names).toEqual(
    expect.arrayContaining([
      'src/figures/virtual-plan.ts',
      'src/kernel/industry/industry.ts',
      'src/kernel/industry/retired.ts',
      'sql/queries/figures/rollups.sql',
    ]),
  );
});

it('no record is of a later version than the code', () => {
  expect(againstRecord('algorithm.json', ALGORITHM_VERSION, SOURCES).recordedVersion).toBeLessThanOrEqual(
    ALGORITHM_VERSION,
  );
});
