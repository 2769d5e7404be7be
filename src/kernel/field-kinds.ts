import { z } from 'zod';
import { isOneLine } from './text.ts';

/*
 * Kinds of fields that bodies and bundles share. Each message says what is allowed; problems.ts puts the path and the
 * value given in front of it.
 */

export const textField = (allowed: string, accepts: (value: string) => boolean) =>
  z.string({ error: allowed }).refine(accepts, { error: allowed });

/** An object whose every key is known; another key is an error that lists the known ones. */
export const strict = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : 'an object'),
  });

/** An object that keeps keys it does not know. */
export const open = <S extends z.core.$ZodLooseShape>(shape: S) => z.looseObject(shape, { error: 'an object' });

export const list = <T extends z.ZodType>(element: T) => z.array(element, { error: 'a list' });

const NAME_CHARACTERS = 200;
export const name = textField(
  `a text of 1 to ${NAME_CHARACTERS} characters in one line, not only blanks`,
  (value) => value.trim() !== '' && value.length <= NAME_CHARACTERS && isOneLine(value),
);
