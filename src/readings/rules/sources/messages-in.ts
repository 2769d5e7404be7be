import { isObject } from '../../../kernel/json.ts';
import { jsonText } from '../json-text.ts';
import { readThrough, stepsOf, valueAtPlace, WHOLE_MESSAGE } from './place.ts';
import { MOST_MESSAGES, MOST_SENT_BYTES, type SourceMapping } from './source.ts';

/** A copy of a message with another value at a place that it has. What is beside the place is shared. */
function withValueAt(message: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  const whole = readThrough(message);
  if (Array.isArray(whole) && typeof step === 'number') return whole.with(step, withValueAt(whole[step], rest, value));
  return isObject(whole) ? { ...whole, [step]: withValueAt(whole[step], rest, value) } : whole;
}

/** More messages than are allowed. */
interface TooMany {
  readonly count: number;
  readonly most: number;
}

type Lists = Pick<SourceMapping, 'list' | 'deviceId'>;

/**
 * Entries of a list. Where devices are found by `key`, an object is a list by name: each member is `{key, value}`, and
 * one that is itself a list as many, as a gateway of ThingsBoard sends `{"Inlet": [{"ts": 1, "values": {}}]}`.
 */
function entriesOf(given: unknown, { list, deviceId }: Lists): readonly unknown[] | null {
  if (Array.isArray(given)) return given;
  if (deviceId !== `${list}.key` || !isObject(given) || Object.hasOwn(given, 'key')) return null;
  return Object.entries(given).flatMap(([key, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => ({ key, value: one })),
  );
}

/**
 * The messages of what was sent: one, or each of a list. Where the source names a list within the message, each entry
 * is a message: it has all that stands beside the list, and stands itself in the place of the list. `$` is the whole
 * message.
 */
export function messagesIn(sent: unknown, mapping: Lists): { readonly messages: readonly unknown[] } | TooMany {
  const given: readonly unknown[] = Array.isArray(sent) ? sent : [sent];
  if (given.length > MOST_MESSAGES) return { count: given.length, most: MOST_MESSAGES };
  const { list } = mapping;
  const steps = list === WHOLE_MESSAGE ? [] : stepsOf(list ?? '');
  if (list === undefined || steps === null) return { messages: given };
  const messages: unknown[] = [];
  let characters = 0;
  for (const message of given) {
    const entries = entriesOf(valueAtPlace(message, list), mapping);
    // A device of a network that has kept nothing tells what it measures now.
    if (entries === null || (entries.length === 0 && mapping.deviceId === null)) {
      messages.push(message);
      continue;
    }
    // Each entry is kept with what stands beside the list, which a few bytes of entries would multiply.
    const shared = jsonText(withValueAt(message, steps, null)).length;
    characters += shared * entries.length;
    const most = Math.min(MOST_MESSAGES, Math.floor(MOST_SENT_BYTES / shared));
    const count = messages.length + entries.length;
    if (count > most || characters > MOST_SENT_BYTES) return { count, most: Math.min(most, count - 1) };
    for (const entry of entries) messages.push(withValueAt(message, steps, entry));
  }
  return { messages };
}
