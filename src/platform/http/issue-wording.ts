import type { core } from 'zod';

/** Kinds of values that schemas ask for, in the words of somebody who fills in a form. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
};

/** How the library begins sentences of its own; ours say what the value is not ("is longer than 200 characters"). */
const LIBRARY_SENTENCE = /^(?:Invalid|Too (?:small|big)|Unrecognized)/;

const kindOf = (expected: string): string => KINDS[expected] ?? expected;
const UNITS_OF_SIZE: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
  set: ' entries',
  object: ' fields',
};

const sizeText = (origin: string, bound: number | bigint, more: string, less: string): string => {
  const unit = UNITS_OF_SIZE[origin];
  return unit === undefined ? `is not ${less}` : `has ${more} ${bound}${unit}`;
};

function unionText(issue: core.$ZodIssueInvalidUnion): string {
  const expected = issue.errors.flatMap((branch) =>
    branch
      .filter((inner) => inner.path.length === 0)
      .flatMap((inner) => (inner.code === 'invalid_type' ? [kindOf(inner.expected)] : [])),
  );
  return expected.length === 0 ? 'has none of the accepted forms' : `is not ${[...new Set(expected)].join(' or ')}`;
}

/** The fault of a value, as the end of a sentence that begins with the value: `is not one of HOUR, DAY`. */
export function problemOfIssue(issue: core.$ZodIssue, value: unknown): string {
  if (issue.code !== 'invalid_value' && !LIBRARY_SENTENCE.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (Array.isArray(value) && issue.expected === 'string') return 'is given more than once, allowed is one';
      return `is not ${kindOf(issue.expected)}`;
    case 'invalid_value':
      return Array.isArray(value)
        ? 'is given more than once, allowed is one'
        : `is not one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return sizeText(
        issue.origin,
        issue.minimum,
        'fewer than',
        `${issue.inclusive === false ? 'more than ' : ''}${issue.minimum}${issue.inclusive === false ? '' : ' or more'}`,
      );
    case 'too_big':
      return sizeText(
        issue.origin,
        issue.maximum,
        'more than',
        `${issue.inclusive === false ? 'less than ' : ''}${issue.maximum}${issue.inclusive === false ? '' : ' or less'}`,
      );
    case 'invalid_union':
      return unionText(issue);
    case 'invalid_format':
      return issue.format === 'regex'
        ? 'has another form than the documented one'
        : `is not in the form ${issue.format}`;
    case 'not_multiple_of':
      return `is not a multiple of ${issue.divisor}`;
    default:
      return 'is not accepted';
  }
}
