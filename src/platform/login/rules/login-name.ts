/**
 * Pattern of exactly one mail address, because a comma, a blank or a bracket would make several of it.
 * Control characters are no part of an address.
 */
export const MAIL_ADDRESS =
  /^(?=.{3,254}$)[^\s\u0000-\u001f\u007f-\u009f@<>(),;:"[\]\\]+@[^\s\u0000-\u001f\u007f-\u009f@<>(),;:"[\]\\]+$/;

export const isMailAddress = (text: string): boolean => MAIL_ADDRESS.test(text);

/**
 * A number as clients send it: 10 digits, or the international format (specification, Limits; User: login and tokens).
 */
export const PHONE_NUMBER = /^(?:\+[1-9]\d{6,14}|\d{10})$/;

const NATIONAL_DIGITS = 10;

const isInternational = (phone: string): boolean => phone.startsWith('+');

/** Key of a number, equal for both ways of writing it: its last 10 digits, or all of a shorter international one. */
export const phoneKey = (phone: string): string => phone.replace('+', '').slice(-NATIONAL_DIGITS);

/** True when two numbers, each written either way, may be the same telephone. Two international ones must be equal. */
export const isSamePhone = (one: string, other: string): boolean =>
  isInternational(one) && isInternational(other) ? one === other : phoneKey(one) === phoneKey(other);

/** The number as text messages are sent to. `countryCode`: digits for numbers that were registered without one. */
export const internationalPhone = (phone: string, countryCode: string): string =>
  isInternational(phone) ? phone : `+${countryCode}${phone}`;

/** Leaves no trace on a screen: controls, formats, what Unicode has not assigned, and what fonts may leave out. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u1680\u2800]/u;

const codePointText = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Spec gap: the characters of a name are not stated. The problem of a text as the name of a login (username, e-mail
 * address, user id), as the end of a sentence; null: none. Two names that look the same must be the same, so a name is
 * its own NFKC and has no invisible characters.
 */
export function problemOfLoginName(name: string): string | null {
  const unseen = UNSEEN.exec(name)?.[0];
  if (unseen !== undefined) return `holds a character that cannot be seen, ${codePointText(unseen)}`;
  const plain = name.normalize('NFKC');
  return plain === name ? null : `is not written in its plain form (NFKC), which is '${plain}'`;
}
