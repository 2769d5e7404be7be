import { type Translated, translated } from '../../kernel/language.ts';
import { FINDING_KINDS, type FindingKind } from './kinds.ts';

const [TITLES, MEANINGS] = [translated('findingKinds'), translated('findingMeanings')];

/** Name of each kind, and its meaning. */
export const KIND_WORDS = Object.fromEntries(
  FINDING_KINDS.map((kind) => [kind, { title: TITLES[kind], meaning: MEANINGS[kind] }]),
) as Readonly<Record<FindingKind, { readonly title: Translated; readonly meaning: Translated }>>; // every kind

/**
 * Sentences with their figures as `{form:name}`: the name of a fact of the evidence, and the form in which people read
 * it. Forms: amount (thousandths of siUnit), figure, percent, share, count, duration (minutes), day, instant, text.
 */
export const FINDING_SENTENCES = translated('findingSentences');

/** The smallest leak that a meter shows: `byPulses` where its steps hide smaller ones, `byUse` where its use does. */
export const VISIBLE_LEAK_SENTENCES = translated('visibleLeakSentences');
