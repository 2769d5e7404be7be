/**
 * Version of the rules of findings, and of their sentences. Days of the last year that an earlier version has judged
 * are judged again. test/findings/rules/version.test.ts holds the version beside the sources of the rules.
 */
export const FINDINGS_VERSION = 9;
