/* What people typed becomes inert here, and nowhere else. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** No XML may hold these; marks of writing direction could turn the text around them. */
const NOT_SHOWN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

/** A text without signs that nobody sees, for writers that take a text as it is. */
export const plainText = (text: string): string => text.toWellFormed().replaceAll(NOT_SHOWN, ' ');

/** A text as it may stand in an element or between the quotes of an attribute. */
export const inertText = (text: string): string =>
  plainText(text).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

/** A text between the quotes of a style sheet in a page: signs that could end either are written by their number. */
export const styleText = (text: string): string =>
  plainText(text).replaceAll(/["\\<>&]/g, (sign) => `\\${sign.codePointAt(0)?.toString(16) ?? ''} `);

/** First characters of a cell that a spreadsheet takes for a formula. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
/** These characters behind a sign that another country's spreadsheet takes for the end of a cell. */
const FORMULA_INSIDE = /([,;|]["']?\s*)(?=[=+\-@])/g;

/** A text that is no formula in whatever spreadsheet opens a list: a sign before it says so. */
export function sheetText(text: string): string {
  const harmless = plainText(text).replaceAll(FORMULA_INSIDE, "$1'");
  // Before it is shown, a tab or a line's end would make a spreadsheet look behind it.
  return FORMULA.test(harmless) || /^[\t\r\n]/.test(text) ? `'${harmless}` : harmless;
}

const PICTURES = new Set(['image/png', 'image/jpeg']);

/** A picture as it may be shown; null for one that could hold more than dots. */
export function inertPicture(picture: { readonly mime: string; readonly base64: string } | null): string | null {
  if (picture === null || !PICTURES.has(picture.mime) || !/^[A-Za-z0-9+/]+={0,2}$/.test(picture.base64)) return null;
  return `data:${picture.mime};base64,${picture.base64}`;
}
