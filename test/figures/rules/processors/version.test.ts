import { expect, it } from 'vitest';
import { ALGORITHM_VERSION } from '../../../../src/figures/rules/processors/registry.ts';
import { againstRecord } from '../../../support/recorded-sources.ts';

/*
 * Days of which nothing has changed are left alone, and what decides that of the rules in code is ALGORITHM_VERSION
 * alone. So the sources that make figures are recorded beside the version, and neither changes without the other.
 */

/** What makes a figure, with everything of the domain that it imports. */
const FOLDERS = ['figures/rules/processors', 'kernel/formula', 'kernel/measure', 'figures/rules/register-checks'].map(
  (name) => `src/${name}`,
);

it('the version of the rules is raised when a source that makes figures changes', () => {
  const { sources, recordedVersion, changed } = againstRecord('algorithm.json', ALGORITHM_VERSION, FOLDERS);
  expect(sources).toBeGreaterThan(30);
  const advice =
    ALGORITHM_VERSION === recordedVersion
      ? 'Can any figure be another one now? Then raise ALGORITHM_VERSION in src/figures/rules/processors/version.ts, and stored days are computed anew. Can none (a name, a comment, a speed)? Then leave the version. Either way record it: UPDATE_SNAPSHOT=1 npm test -- test/figures/rules/processors/version.test.ts'
      : 'ALGORITHM_VERSION is another one. Record it with its sources: UPDATE_SNAPSHOT=1 npm test -- test/figures/rules/processors/version.test.ts';
  expect({ version: ALGORITHM_VERSION, changed }, advice).toEqual({ version: recordedVersion, changed: [] });
});

it('no record is of a later version than the code', () => {
  expect(againstRecord('algorithm.json', ALGORITHM_VERSION, FOLDERS).recordedVersion).toBeLessThanOrEqual(
    ALGORITHM_VERSION,
  );
});
