import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/kernel/language.ts';
import { textsOf } from '../../../src/window/texts.ts';

/** Names in a message, also those within its branches. */
function namesIn(parts: ReturnType<IntlMessageFormat['getAst']>): readonly string[] {
  return parts.flatMap((part) => {
    if (!('value' in part) || part.type === 0) return [];
    const inner = 'options' in part ? Object.values(part.options).flatMap((option) => namesIn(option.value)) : [];
    return [String(part.value), ...inner];
  });
}

const withoutTold = (names: string | undefined): string =>
  (names ?? '')
    .split(',')
    .filter((name) => name !== 'told')
    .join();

/** Sentences of findings name the form of a figure beside it: `{amount:quantity}`. */
const withPlainNames = (text: string): string => text.replaceAll(/\{(\w+):(\w+)\}/g, '{$1_$2}');

const textsBy = (language: (typeof LANGUAGES)[number]): readonly (readonly [string, string])[] =>
  Object.entries(textsOf(language)).flatMap(([section, texts]) =>
    typeof texts === 'string'
      ? []
      : Object.entries(texts).map(([key, text]: [string, string]) => [`${section}.${key}`, text] as const),
  );

describe.each(LANGUAGES)('a text of the language %s', (language) => {
  const english = new Map(textsBy('en'));

  it('is a message that can be read, and has the names that it has in English', () => {
    const differing = textsBy(language).filter(([key, text]) => {
      const [own, first] = [text, english.get(key) ?? ''].map((one) =>
        [...new Set(namesIn(new IntlMessageFormat(withPlainNames(one), language).getAst()))].sort().join(),
      );
      // Of what the service says, another language may leave out what English tells in words of its own: `{told}`.
      return key.startsWith('serviceWords.') ? own !== first && own !== withoutTold(first) : own !== first;
    });
    expect(differing).toEqual([]);
  });
});
