import { type Translated, translated } from '../../kernel/language.ts';
import { FINDING_KINDS, type FindingKind } from './kinds.ts';

const [TITLES, MEANINGS] = [translated('findingKinds'), translated('findingMeanings')];

/** Name of each kind, and its meaning. */
export const KIND_WORDS = Object.fromEntries(
  FINDING_KINDS.map((kind) => [kind, { title: TITLES[kind], meaning: MEANINGS[kind] }]),
) as Readonly<Record<FindingKind, { readonly title: Translated; readonly meaning: Translated }>>; // every kind

/** Sentences with their figures as `{form:name}`: a fact of the evidence, and its FactForm (fact-words.ts). */
export const FINDING_SENTENCES = translated('findingSentences');

/** The smallest leak that a meter shows: `byPulses` where its steps hide smaller ones, `byUse` where its use does. */
export const VISIBLE_LEAK_SENTENCES = translated('visibleLeakSentences');
