import { strict, textField } from '../../../kernel/field-kinds.ts';
import { z } from 'zod';
import { ACCESS_MINUTES, isWithin, REFRESH_DAYS } from '../../../platform/login/rules/lifetimes.ts';
import { problemOfLoginName, MAIL_ADDRESS } from '../../../platform/login/rules/login-name.ts';
import { COMMAND } from '../../../platform/login/rules/caller.ts';
import { isEveryVerb, isPermission, PERMISSIONS } from '../../../platform/login/rules/permissions.ts';
import { GROUP_OF_STANDARD_CATEGORY } from '../../../kernel/measure/unit.ts';
import { isOneLine } from '../../../kernel/text.ts';
import { problemOfParameterName } from '../../../readings/rules/reading.ts';
import { WATER_SOURCES } from '../../../balance/rules/neutrality.ts';
import { curveMistake } from '../../../kernel/measure/volume-curve.ts';
import { isShiftStart, isTimezone } from '../../../kernel/time/day-rule.ts';
import { ASKED_YEARS, FIRST_DATE, parseRequestDate, readRequestDate } from '../../../kernel/time/business-date.ts';

/*
 * Kinds of fields in a bundle. Each schema's message says the allowed values; problems.ts adds the path and the given
 * value.
 */

const matching = (pattern: RegExp, allowed: string) => z.string({ error: allowed }).regex(pattern, { error: allowed });

const number = (allowed: string, accepts: (value: number) => boolean) =>
  z.number({ error: allowed }).refine(accepts, { error: allowed });

const wholeNumber = (low: number, high: number, allowed: string) =>
  z.int({ error: allowed }).min(low, { error: allowed }).max(high, { error: allowed });

export const byName = <T extends z.ZodType>(value: T) =>
  z.record(
    textField('a name of 1 to 100 characters in one line, without blanks around it and not dots alone', isName),
    value,
    { error: 'an object' },
  );

/** Fields by name of a parameter. Other names could be declared but never sent. */
export const byParameter = <T extends z.ZodType>(value: T) =>
  z.record(
    textField(
      'a name of 1 to 64 printable characters without blanks around it that does not look like an injection',
      (key) => isName(key) && problemOfParameterName(key) === null,
    ),
    value,
    { error: 'an object' },
  );

export const flagField = z.boolean({ error: 'true or false' });

/** An id. Ids are parts of document ids, MQTT topics and addresses, so characters with a meaning there are refused. */
export const id = matching(
  /^(?!\.+$)[A-Za-z0-9_.-]{1,64}$/,
  '1 to 64 characters out of A-Z a-z 0-9 _ . -, not dots alone',
);

export const shortText = textField(
  'a text of at most 50 characters in one line',
  (value) => value.length <= 50 && isOneLine(value),
);

/** Whether the text is a name. Names are parts of addresses, where dots alone lead to another folder. */
const isName = (value: string): boolean =>
  value.length <= 100 && value.trim() === value && isOneLine(value) && !/^\.*$/.test(value);

/** Id of a sub-category. Braces are refused, because formulas name sub-categories between braces. */
export const subCategoryId = textField(
  '1 to 100 characters in one line without braces and without blanks around it, not dots alone',
  (value) => isName(value) && !/[{}]/.test(value),
);

/** A name for logging in. Characters that look like others are refused, because the name tells people apart. */
const loginName = (pattern: RegExp, allowed: string) =>
  matching(pattern, allowed).refine((value) => problemOfLoginName(value) === null, {
    error: ({ input }) => `${allowed}, which everybody reads alike: it ${problemOfLoginName(String(input)) ?? ''}`,
  });

/** An id of a user. The audit calls commands on the machine by an id, which nobody else may have. */
export const userId = loginName(/^(?!\.+$)\S{1,100}$/u, '1 to 100 characters without blanks, not dots alone').refine(
  (value) => value !== COMMAND.userId,
  {
    error: 'another id than command, by which commands on the machine go',
  },
);
export const username = loginName(/^\S{4,25}$/u, '4 to 25 characters without blanks');
export const email = loginName(MAIL_ADDRESS, 'an e-mail address');
/**
 * A phone number. Spec gap: the specification's client asks for 10 digits, and one-time passwords need the
 * international format. Both are taken.
 */
export const phone = matching(
  /^(?:\+[1-9]\d{6,14}|\d{10})$/,
  'the international format, + and 7 to 15 digits, or 10 digits',
);
export const role = z.enum(['user', 'admin', 'guest'], { error: 'user, admin or guest' });
export const permission = textField(
  Object.keys(PERMISSIONS).join(', '),
  (value) => isPermission(value) || isEveryVerb(value),
);

export const standardCategoryId = textField(Object.keys(GROUP_OF_STANDARD_CATEGORY).join(', '), (value) =>
  Object.hasOwn(GROUP_OF_STANDARD_CATEGORY, value),
);
export const waterSource = z.enum(WATER_SOURCES, { error: WATER_SOURCES.join(', ') });
export const timezone = textField("an IANA zone 'Area/Location' or 'UTC'", isTimezone);
export const shiftStart = textField('a local time HH:MM:SS', isShiftStart);
/** A date. Explanations write 01/01/1900 for "from the beginning". */
export const requestDate = textField(
  `a date DD/MM/YYYY of ${ASKED_YEARS}, or 01/01/1900: from the beginning`,
  (value) => readRequestDate(value).date !== undefined || parseRequestDate(value) === FIRST_DATE,
);

/**
 * Spec gap: bounds of numbers. Beyond them figures are beyond doubles: one answer had Infinity, another said that
 * nothing was measured.
 */
const MOST_FIGURE = 1e15;
const MOST_MULTIPLIER = 1e9;
const sized = (allowed: string, most: number, accepts: (value: number) => boolean) =>
  number(`${allowed}, ${most} at most in size`, (value) => Math.abs(value) <= most && accepts(value));

/** A meter multiplier. Negative ones belong to meters that were mounted the wrong way round. */
export const multiplier = sized('a finite number other than 0', MOST_MULTIPLIER, (value) => value !== 0);
export const positive = sized('a number above 0', MOST_FIGURE, (value) => value > 0);
export const atLeastZero = sized('a number of 0 or more', MOST_FIGURE, (value) => value >= 0);
const finite = sized('a finite number', MOST_FIGURE, () => true);
/** Bounds of a parameter; null or absent: there is no bound on this side. */
export const parameterBounds = strict({ min: finite.nullish(), max: finite.nullish() }).refine(
  ({ min, max }) => min == null || max == null || min <= max,
  { error: '"min" of "max" at most' },
);
const lifetime = (bounds: typeof ACCESS_MINUTES) =>
  number(`a number from ${bounds.from} to ${bounds.to}`, (value) => isWithin(value, bounds));
export const accessTokenMinutes = lifetime(ACCESS_MINUTES);
export const refreshTokenDays = lifetime(REFRESH_DAYS);
export const daysOffset = wholeNumber(-366, 366, 'a whole number of days from -366 to 366');
export const frequencySeconds = wholeNumber(1, 86_400, 'a whole number of seconds from 1 to 86400');
export const registerDigits = wholeNumber(1, 15, 'a whole number of digits from 1 to 15');
const MOST_CURVE_POINTS = 1000;
const CURVE = `a list of 2 to ${MOST_CURVE_POINTS} points, elevationMetres rising, volumeCubicMetres never falling, the last above 0`;
/** Volume of a tank by the height of its water. */
export const volumeCurve = z
  .array(strict({ elevationMetres: finite, volumeCubicMetres: atLeastZero }), {
    error: CURVE,
  })
  .min(2, { error: CURVE })
  .max(MOST_CURVE_POINTS, { error: CURVE })
  .refine((points) => curveMistake(points) === null, {
    error: ({ input }) => `${CURVE}: ${Array.isArray(input) ? curveMistake(input) : ''}`,
  });
export const checkAction = z.enum(['exclude', 'keep'], { error: '"exclude" or "keep"' });
