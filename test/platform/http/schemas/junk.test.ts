import { z } from '@hono/zod-openapi';
import { describe, expect, it } from 'vitest';
import { askedInstant } from '../../../../src/platform/http/schemas/instant.ts';
import {
  commaList,
  commaListOf,
  date,
  flag,
  freeText,
  identity,
  oneOf,
  optionalDate,
  optionalFlag,
  optionalOneOf,
  optionalReason,
  optionalText,
  page,
  repeated,
  text,
  whole,
} from '../../../../src/platform/http/schemas/parameters.ts';
import { JUNK, type Kind, KINDS } from '../../../support/junk.ts';
import { answerOf, expectInOwnWords } from './support/answer-of.ts';

/*
 * Every reader of parameters is given every kind of junk. What operations read by is held by
 * test/service/junk.test.ts.
 */

const but = (...refused: readonly Kind[]): readonly Kind[] => KINDS.filter((kind) => !refused.includes(kind));
/** Kinds of text in which people write nothing for others to read. */
const UNREADABLE = ['too long', 'right to left', 'a lone surrogate', 'a null byte'] as const;

const READERS: readonly (readonly [reader: string, schema: z.ZodType, taken: readonly Kind[]])[] = [
  ['text', text(), but('too long')],
  ['optionalText', optionalText(), but('too long')],
  ['freeText', freeText(), but(...UNREADABLE)],
  ['optionalReason', optionalReason(), but(...UNREADABLE)],
  ['date', date(), []],
  ['optionalDate', optionalDate(), []],
  ['askedInstant', askedInstant(), []],
  ['flag', flag(true), []],
  ['optionalFlag', optionalFlag(), []],
  ['whole', whole(1), ['a negative number']],
  ['whole of limits', whole(1, { min: 0, max: 23 }), []],
  ['page, its limit', page(50, 500).limit, []],
  ['page, its offset', page(50, 500).offset, []],
  ['oneOf', oneOf(['DAY', 'HOUR'], 'DAY'), []],
  ['optionalOneOf', optionalOneOf(['DAY', 'HOUR']), []],
  ['identity', identity(), []],
  ['repeated', repeated('required'), KINDS],
  ['commaList', commaList(), KINDS],
  // Of blanks alone no item is left.
  ['commaListOf', commaListOf(['DAY', 'HOUR']), ['blanks only']],
];

describe.each(READERS)('the reader %s', (_reader, schema, taken) => {
  it('takes junk only where it is a value, and refuses the rest in a sentence that names the parameter', () => {
    const refusals = KINDS.flatMap((kind) => {
      const refusal = answerOf(z.object({ asked: schema }), { asked: JUNK[kind] });
      if (refusal !== null) expectInOwnWords(refusal, 'asked', kind);
      return refusal === null ? [] : [kind];
    });
    expect(KINDS.filter((kind) => !refusals.includes(kind))).toEqual(taken);
  });
});
