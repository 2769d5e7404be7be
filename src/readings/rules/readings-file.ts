/* Fields of a readings file that are no figures. */

/** A flag as readings have it. Spreadsheets write TRUE and FALSE. */
export const flagIn = (text: string): string => (/^(true|false)$/i.test(text) ? text.toLowerCase() : text);

export const NO_PARAMETERS_OBJECT = 'params is not a JSON object of parameter to number';

/** Parameters of a reading, written as JSON; undefined: they are no JSON. */
export function parametersIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
