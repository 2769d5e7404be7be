import { isObject } from '../kernel/json.ts';
import type { Language } from '../kernel/language.ts';
import { catalogueOf } from '../kernel/texts/catalogue.ts';
import { fill } from './texts.ts';

/*
 * Refusals and stored reasons of the service, in the language of the reader. The API says them in English, because the
 * specification fixes their wording. The English texts of the section `serviceWords` are that wording:
 * whoever reads a sentence by them knows which text it is, and the values in it.
 */

/** Values that are sentences, or words of them, themselves: they are read by the same texts. */
const SENTENCES: ReadonlySet<string> = new Set([
  'problem',
  'why',
  'allowed',
  'kind',
  'noun',
  'who',
  'first',
  'last',
  'others',
  'what',
]);
/** Values without a blank. */
const WORDS: ReadonlySet<string> = new Set(['id', 'count', 'most', 'low', 'high', 'field']);
/** Values, and lists of them, are the same in every language. */
const CODES = /[^\s,]+(?:(?:, | or | and )[^\s,]+)*/.source;
const CODE = new RegExp(`^${CODES}$`);
/** A value that has a text: a word of code says nothing there. */
const IN_WORDS = 'what';
const QUOTED = /^'(.*?)' ([a-z].*)$/s;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

type Key = keyof ReturnType<typeof catalogueOf>['serviceWords'];

interface Known {
  readonly key: Key;
  readonly names: readonly string[];
  readonly form: RegExp;
}

function knownOf(key: Key, english: string): Known {
  const names: string[] = [];
  const form = english
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return escaped(part);
      names.push(name);
      if (SENTENCES.has(name)) return '(.+?)';
      if (name === 'codes') return `(${CODES})`;
      return WORDS.has(name) ? `['"]?(\\S+?)['"]?` : `'?(.+?)'?`;
    })
    .join('');
  return { key, names, form: new RegExp(`^${form}\\.?$`, 's') };
}

const lengthOf = (english: string): number => english.replaceAll(/\{\w+\}/g, '').length;

/** The most exact first: of two texts that fit, the longer one says more. */
const KNOWN: readonly Known[] = Object.entries(catalogueOf('en').serviceWords)
  .sort(([, one], [, other]) => lengthOf(other) - lengthOf(one))
  .map(([key, english]) => knownOf(key as Key, english)); // the keys of the section

/** A value of somebody else may be written so that it splits into sentences in millions of ways. */
const MOST_LOOKED_UP = 100;
const MOST_CHARACTERS = 2000;

/** Counts the sentences of one that were looked up. */
interface Looked {
  count: number;
}

function valueIn(language: Language, name: string, value: string, looked: Looked): string | null {
  if (!SENTENCES.has(name)) return value;
  return wordsOf(language, value, looked) ?? (name !== IN_WORDS && CODE.test(value) ? value : null);
}

/** A sentence of the service in a language; null: no text has it, or not all of it. */
export const knownWords = (language: Language, said: string): string | null => wordsOf(language, said, { count: 0 });

function wordsOf(language: Language, said: string, looked: Looked): string | null {
  looked.count += 1;
  if (looked.count > MOST_LOOKED_UP || said.length > MOST_CHARACTERS) return null;
  const texts = catalogueOf(language).serviceWords;
  for (const { key, names, form } of KNOWN) {
    const found = form.exec(said);
    if (found === null) continue;
    const values = names.map((name, at) => [name, valueIn(language, name, found[at + 1] ?? '', looked)] as const);
    if (values.some(([, value]) => value === null)) continue;
    return fill(texts[key], Object.fromEntries(values.map(([name, value]) => [name, value ?? ''])));
  }
  const [, value, rest] = QUOTED.exec(said) ?? [];
  const predicate = rest === undefined ? null : wordsOf(language, rest, looked);
  return predicate === null ? null : `“${value ?? ''}” ${predicate}`;
}

/** A sentence of the service in the language of the reader. One that no text has is quoted as it is. */
export function serviceWords(language: Language, said: string): string {
  if (language === 'en' || !/[a-z]{2}/.test(said)) return said;
  return knownWords(language, said) ?? fill(catalogueOf(language).frame.serviceSaid, { words: said });
}

/** A text that may be the service's own: of the log, to which operators and programs write, too. */
export const ownWords = (language: Language, said: string): string =>
  language === 'en' ? said : (knownWords(language, said) ?? said);

/** A refusal of the API, or of a page, in the language of the reader. */
export const refusalWords = <R extends { readonly message: string; readonly errors?: readonly Mistake[] }>(
  language: Language,
  refusal: R,
): R =>
  language === 'en'
    ? refusal
    : {
        ...refusal,
        message: serviceWords(language, refusal.message),
        ...(refusal.errors === undefined
          ? {}
          : {
              errors: refusal.errors.map((one) => ({ ...one, problem: serviceWords(language, one.problem) })),
            }),
      };

interface Mistake {
  readonly field: string;
  readonly problem: string;
}

/** A warning in the answer to an act: a sentence, or a field with its sentence. */
type Warning = string | Mistake;

/** An answer of the API with its warnings in the language of the reader. All else stays as it is. */
export function withWarningsTold(language: Language, answer: unknown): unknown {
  if (language === 'en' || !isObject(answer) || !isObject(answer['data'])) return answer;
  const { data } = answer;
  if (!Array.isArray(data['warnings'])) return answer;
  const warnings = data['warnings'].map((one: Warning) =>
    typeof one === 'string' ? serviceWords(language, one) : { ...one, problem: serviceWords(language, one.problem) },
  );
  return { ...answer, data: { ...data, warnings } };
}
