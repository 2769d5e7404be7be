import { expect, it } from 'vitest';
import { FINDINGS_VERSION } from '../../../src/findings/rules/version.ts';
import { againstRecord } from '../../support/recorded-sources.ts';

it('the version of findings is raised when a source of their rules or sentences changes', () => {
  const { names, recordedVersion, changed } = againstRecord('findings.json', FINDINGS_VERSION, {
    folders: ['src/findings/rules'],
  });
  expect(names.length).toBeGreaterThan(30);
  const advice =
    FINDINGS_VERSION === recordedVersion
      ? 'Can any finding or sentence be another one now? Then raise FINDINGS_VERSION in src/findings/rules/version.ts, and days of the last year are judged again. Can none (a name, a comment, a speed)? Then leave the version. Either way record it: UPDATE_SNAPSHOT=1 npm test -- test/findings/rules/version.test.ts'
      : 'FINDINGS_VERSION is another one. Record it with its sources: UPDATE_SNAPSHOT=1 npm test -- test/findings/rules/version.test.ts';
  expect({ version: FINDINGS_VERSION, changed }, advice).toEqual({ version: recordedVersion, changed: [] });
});
