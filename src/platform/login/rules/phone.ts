/**
 * A number as clients send it: 10 digits, or the international format (specification, Limits; User: login and tokens).
 */
export const PHONE_NUMBER = /^(?:\+[1-9]\d{6,14}|\d{10})$/;

const NATIONAL_DIGITS = 10;

const isInternational = (phone: string): boolean => phone.startsWith('+');

/** The same key for both ways of writing a number: its last 10 digits, or all of a shorter international one. */
export const phoneKey = (phone: string): string => phone.replace('+', '').slice(-NATIONAL_DIGITS);

/** Whether two numbers, each written either way, may be the same telephone. Two international ones must be equal. */
export const isSamePhone = (one: string, other: string): boolean =>
  isInternational(one) && isInternational(other) ? one === other : phoneKey(one) === phoneKey(other);

/** The number as text messages are sent to. `countryCode`: digits for numbers that were registered without one. */
export const internationalPhone = (phone: string, countryCode: string): string =>
  isInternational(phone) ? phone : `+${countryCode}${phone}`;
