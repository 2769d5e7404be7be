import type { Texts } from '../texts.ts';

/** Causes of the ledger in the reader's words. An unknown cause keeps the service's name. */
export const causesText = ({ causes: words }: Pick<Texts, 'causes'>, causes: readonly string[]): string =>
  causes.map((cause) => (Object.hasOwn(words, cause) ? words[cause as keyof typeof words] : cause)).join(', ');
