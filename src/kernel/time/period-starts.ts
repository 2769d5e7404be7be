import { writeIso } from './iso.ts';
import type { EpochMillis } from './types.ts';

/*
 * Starts of hours, days and months, as text and as instants. All units of an industry have the same ones, and looking
 * one up is several times faster than writing or reading it.
 */

/** Two years of hours. */
const MOST_KEPT = 20_000;

const texts = new Map<EpochMillis, string>();
const instants = new Map<string, EpochMillis>();

/** Adds to a map, which begins anew when it is full. */
function keep<K, V>(kept: Map<K, V>, key: K, value: V): V {
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, value);
  return value;
}

/** The start of a period as ISO 8601 UTC with milliseconds. */
export const startText = (epochMs: EpochMillis): string =>
  texts.get(epochMs) ?? keep(texts, epochMs, writeIso(epochMs));

/** The instant of such a start. */
export const startInstant = (text: string): EpochMillis => instants.get(text) ?? keep(instants, text, Date.parse(text));
