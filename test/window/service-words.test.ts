import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { missing, ServiceError, unavailable } from '../../src/kernel/errors.ts';
import { problem, refusal } from '../../src/kernel/problems.ts';
import { knownWords, refusalWords, serviceWords } from '../../src/window/service-words.ts';
import { filesBelow, textOf, withoutComments } from '../support/source-files.ts';
import { catalogueOf } from '../../src/kernel/texts/catalogue.ts';

describe('what the service says on a page in Hindi', () => {
  it.each([
    [unavailable().message, 'डेटाबेस अभी उपलब्ध नहीं है। कृपया फिर से कोशिश करें।'],
    [missing('date1').message, '“date1” नहीं दिया गया'],
    ["Invalid 'type': 'WEEK' is not one of HOUR, DAY", '“type” मान्य नहीं है: “WEEK” इनमें से नहीं है: HOUR, DAY'],
    [
      refusal([problem(['title'], '', 'a text of 1 to 100 characters'), problem(['x'], 1, 'a text')]).message,
      '“body” मान्य नहीं है: “title” "" है; मान्य: 1 से 100 अक्षरों का पाठ (और 1 अन्य)',
    ],
    [
      'The mail server did not answer (ETIMEDOUT); it is tried again',
      'मेल सर्वर ने उत्तर नहीं दिया (ETIMEDOUT); फिर प्रयास होता है',
    ],
  ])('%s', (said, hindi) => expect(serviceWords('hi', said)).toBe(hindi));

  it('is quoted as it is where no text has it, so that nobody loses the reason', () => {
    const said = 'Pigs have been seen flying over the inlet';
    expect(serviceWords('hi', said)).toContain(said);
    expect(serviceWords('hi', said)).not.toBe(said);
  });

  it('is quoted soon where a value is written to be split in ever more ways', () => {
    const begun = performance.now();
    for (const said of [
      `${'a list with '.repeat(24)}zz zz${' (and 5 more)'.repeat(24)}${'; it is tried again'.repeat(24)}`,
      `${'one of '.repeat(24)}zz zz${', 5 at most in size'.repeat(24)}`,
      `${"Invalid 'a': ".repeat(10_000)}zz zz`,
    ])
      expect(serviceWords('hi', said)).toContain(said);
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  it('has the mistakes of the fields in it, and what a person typed stays as it is', () => {
    const { details, message } = new ServiceError(1430, "Invalid 'a': 'x y' is not a number", [
      { field: 'a', problem: "'x y' is not a number" },
    ]);
    expect(refusalWords('hi', { message, errors: details }).errors).toEqual([
      { field: 'a', problem: '“x y” संख्या नहीं है' },
    ]);
  });
});

it('English is the wording of the API, word for word', () => {
  expect(serviceWords('en', missing('date1').message)).toBe("'date1' missing");
});

it('each text is found by its own English wording', () => {
  const lost = Object.entries(catalogueOf('en').serviceWords).filter(
    ([, english]) => knownWords('hi', english.replaceAll(/\{(\w+)\}/g, '7')) === null,
  );
  expect(lost).toEqual([]);
});

/** Texts of a place where the code refuses, each with a value in the place of `${..}`. */
const REFUSED =
  /(?:new ServiceError\(\s*\w+,\s*|\bproblem: )(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/g;
/** A sentence that only joins others, and one word. */
const MADE_OF_OTHERS = /^(?:\S*|(?:Invalid '\w+': )?(?:'?7'?[ :,.;]*|the link|it|from|Unit|allowed is)+)$/;
/** What answers programs alone, and never a page: device messages, logins of providers, folders of the service. */
const OF_PROGRAMS =
  /^src\/(?:readings\/mqtt|keeping\/(?:analysts|backup|rules\/backup|canary|archive-files)|platform\/(?:database|queue|openapi|chat))\//;

function refusalsOf(path: string): readonly string[] {
  const code = withoutComments(textOf(path));
  return [...code.matchAll(REFUSED)].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '7'),
  );
}

it('every refusal that is written as a sentence has its Hindi text, but for those on record', () => {
  const said = filesBelow('src', '.ts')
    .filter((path) => !OF_PROGRAMS.test(path))
    .flatMap(refusalsOf)
    .filter((text) => !text.includes('${') && !MADE_OF_OTHERS.test(text));
  const english = [...new Set(said)].filter((text) => knownWords('hi', text) === null).sort();
  expect(said.length).toBeGreaterThan(150);
  const record = 'test/golden/refusals-in-english.json';
  if (process.env['UPDATE_SNAPSHOT'] === '1') writeFileSync(record, `${JSON.stringify(english, null, 2)}\n`);
  expect(english).toEqual(JSON.parse(readFileSync(record, 'utf8')));
});
