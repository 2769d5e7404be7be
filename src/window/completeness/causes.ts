import type { Texts } from '../texts/texts.ts';

/** Causes as the ledger names them, in the reader's words; one that is new is told as the service names it. */
export const causesText = ({ causes: words }: Pick<Texts, 'causes'>, causes: readonly string[]): string =>
  causes.map((cause) => (Object.hasOwn(words, cause) ? words[cause as keyof typeof words] : cause)).join(', ');
