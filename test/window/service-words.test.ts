import { describe, expect, it } from 'vitest';
import { missing, ServiceError, unavailable } from '../../src/kernel/errors.ts';
import { problem, refusal } from '../../src/kernel/problems.ts';
import { knownWords, ownWords, refusalWords, serviceWords, withWarningsTold } from '../../src/window/service-words.ts';
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
    const begun = process.cpuUsage();
    for (const said of [
      `${'a list with '.repeat(24)}zz zz${' (and 5 more)'.repeat(24)}${'; it is tried again'.repeat(24)}`,
      `${'one of '.repeat(24)}zz zz${', 5 at most in size'.repeat(24)}`,
      `${"Invalid 'a': ".repeat(10_000)}zz zz`,
    ])
      expect(serviceWords('hi', said)).toContain(said);
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1000).toBeLessThan(2000);
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

describe('an entry of the log on a page in Hindi', () => {
  it('is told in Hindi where the service wrote it, and as it is where somebody else did', () => {
    expect(ownWords('hi', 'Batch processing of PLAINS was given up')).toBe('“PLAINS” की गणना छोड़ दी गई');
    expect(ownWords('hi', 'The pump house was flooded')).toBe('The pump house was flooded');
    expect(ownWords('en', 'Mails were given up')).toBe('Mails were given up');
  });
});

describe('what an act warns of on a page in Hindi', () => {
  const sealed = 'changes no figure of sealed days: the readings of 05/2026 are archived';
  it('is told in Hindi, whether it is a sentence or that of a field', () => {
    const told = withWarningsTold('hi', {
      status: 'success',
      data: { units: 3, warnings: [sealed, { field: 'units', problem: sealed }] },
    });
    const hindi = 'बंद किए जा चुके दिनों का कोई आँकड़ा नहीं बदलता: 05/2026 की रीडिंग संग्रह में हैं';
    expect(told).toEqual({
      status: 'success',
      data: { units: 3, warnings: [hindi, { field: 'units', problem: hindi }] },
    });
  });

  it.each([null, 'text', [], {}, { data: null }, { data: { warnings: 3 } }, { data: [sealed] }])(
    'and an answer without warnings, %j, stays as it is',
    (answer) => expect(withWarningsTold('hi', answer)).toEqual(answer),
  );

  it.each([
    [
      "The reset of 'M1' may have been sent: The mail server did not answer",
      '“M1” का रीसेट शायद भेजा गया: मेल सर्वर ने उत्तर नहीं दिया',
    ],
    ["Invalid 'body': 'threshold' is 5, allowed is below high", '“body” मान्य नहीं है: “threshold” 5 है; मान्य: high से कम'],
    ["'operator' is '=', allowed is >, < of level", '“operator” = है; मान्य: level का >, <'],
    ["'meta' is 7, allowed is a list of at most 20 unit ids", '“meta” 7 है; मान्य: अधिक से अधिक 20 इकाइयों की id की सूची'],
    ['stands now also for A, B: days already processed keep their figures until they are rebuilt', null],
  ])('%s', (said, hindi) => {
    const told = serviceWords('hi', said);
    expect(told).not.toContain(said);
    if (hindi !== null) expect(told).toBe(hindi);
  });
});

it('English is the wording of the API, word for word', () => {
  expect(serviceWords('en', missing('date1').message)).toBe("'date1' missing");
});

it('each text is found by its own English wording', () => {
  const lost = Object.entries(catalogueOf('en').serviceWords).filter(
    ([, english]) => knownWords('hi', english.replace('{what}', 'a text').replaceAll(/\{(\w+)\}/g, '7')) === null,
  );
  expect(lost).toEqual([]);
});

/** Texts of a place where the code refuses, each with a value in the place of `${..}`. */
const SAID = /(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/.source;
const REFUSED = [
  /new ServiceError\(\s*\w+,\s*/,
  /\binvalid\(\s*\w+,\s*'?[\w.]+'?,\s*/,
  /\bproblem: /,
  /\bproblem\([^()'"`]*,\s*/,
  /\ballowed: /,
  // What a schema refuses.
  /\.(?:min|max|regex|refine|length)\((?:[^()'"`]|\([^()]*\))*,\s*/,
  /\berror: /,
  /\bcode: 'custom',[^'"`]*message: /,
].map((before) => new RegExp(`${before.source}${SAID}`, 'g'));
/** A sentence that only joins others, and one word. */
const MADE_OF_OTHERS = /^(?:\S*|(?:Invalid '\w+': )?(?:'?7'?[ :,.;]*|the link|it|from|or |Unit|is not |allowed is)+)$/;
/** What answers programs alone, and never a page: device messages, settings, logins of providers, files of the service. */
const OF_PROGRAMS =
  /^src\/(?:readings\/mqtt|keeping\/(?:analysts|backup|rules\/backup|canary|archive-files)|platform\/(?:database|queue|openapi|chat)|config|environment|platform\/login\/rules\/identity-provider)/;

function refusalsOf(path: string): readonly string[] {
  const code = withoutComments(textOf(path));
  return REFUSED.flatMap((form) => [...code.matchAll(form)]).map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '7'),
  );
}

it('every refusal that is written as a sentence has its Hindi text', () => {
  const said = filesBelow('src', '.ts')
    .filter((path) => !OF_PROGRAMS.test(path))
    .flatMap(refusalsOf)
    .filter((text) => !text.includes('${') && !MADE_OF_OTHERS.test(text));
  expect(said.length).toBeGreaterThan(450);
  expect([...new Set(said)].filter((text) => knownWords('hi', text) === null)).toEqual([]);
});
