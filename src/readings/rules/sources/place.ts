/*
 * Places in a message: `$.object.volume`, `$.channels[0]['Flow rate']`. A place names one value. It has no wildcards,
 * filters or expressions, because nothing that a user writes is run.
 */

export const MOST_PLACE_CHARACTERS = 200;
const MOST_STEPS = 12;
/** A place of a list alone: no figure is a whole message. */
export const WHOLE_MESSAGE = '$';
const STEP = /\.([A-Za-z_][\w-]*)|\[(\d{1,4})\]|\['([^'\\]{1,100})'\]/y;

/** Form of a place, for messages. */
export const PLACE_FORM = "$ and up to 12 steps, such as $.object.volume or $.channels[0]['Flow rate']";

/** Steps of a place; null: the text is none. */
export function stepsOf(place: string): readonly (string | number)[] | null {
  if (place.length > MOST_PLACE_CHARACTERS || !place.startsWith('$')) return null;
  const steps: (string | number)[] = [];
  for (let at = 1; at < place.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const match = STEP.exec(place);
    if (match === null || steps.length === MOST_STEPS) return null;
    const [, name, index, quoted] = match;
    steps.push(index === undefined ? (name ?? quoted ?? '') : Number(index));
  }
  return steps.length === 0 ? null : steps;
}

/** The value at a place or `$`; undefined: there is none. Only what the message itself holds is reached. */
export function valueAtPlace(message: unknown, place: string): unknown {
  let value = message;
  for (const step of stepsOf(place) ?? []) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) !== (typeof step === 'number'))
      return undefined;
    if (!Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[step]; // its own property, as asked before
  }
  return value;
}
