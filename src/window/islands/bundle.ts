import { jsonPlacesOf } from './json-place.ts';
import { whenQuiet } from './when-quiet.ts';

/*
 * Checks a bundle as it is typed, by the service's own dry run, which writes nothing. Without this module the button
 * "check" does the same.
 */

const PAUSE_MILLISECONDS = 500;

interface Mistake {
  readonly field: string;
  readonly problem: string;
}
interface Answer {
  readonly message: string;
  readonly errors?: readonly Mistake[];
  readonly data?: {
    readonly isChanged: boolean;
    readonly industryId: string;
    readonly industry: string;
    readonly warnings: readonly Mistake[];
  } & Readonly<Record<'units' | 'categories' | 'users', { readonly added: number; readonly changed: number }>>;
}

/** Texts from the page, in the reader's language. */
interface Words {
  readonly fine: string;
  readonly line: string;
  readonly notJson: string;
  readonly mistakes: string;
}

function mistakeItems(text: HTMLTextAreaElement, words: Words, mistakes: readonly Mistake[]): readonly HTMLLIElement[] {
  const placeOf = jsonPlacesOf(text.value);
  return mistakes.map(({ field, problem }) => mistakeItem(text, words, { field, problem, ...placeOf(field) }));
}

function mistakeItem(
  text: HTMLTextAreaElement,
  words: Words,
  { field, problem, line, offset }: Mistake & ReturnType<ReturnType<typeof jsonPlacesOf>>,
): HTMLLIElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = words.line.replace('{line}', String(line));
  button.addEventListener('click', () => {
    text.focus();
    text.setSelectionRange(offset, offset + 1);
    text.scrollTop = (line - 3) * (text.scrollHeight / text.value.split('\n').length);
  });
  const name = document.createElement('code');
  name.textContent = field;
  item.append(button, ' ', name, ` ${problem}`);
  return item;
}

function tell(place: HTMLElement, kind: string, sentence: string, items: readonly HTMLElement[] = []): void {
  const box = document.createElement('div');
  box.className = `notice ${kind}`;
  const line = document.createElement('p');
  line.textContent = sentence;
  box.append(line);
  if (items.length > 0) {
    const list = document.createElement('ul');
    list.append(...items);
    box.append(list);
  }
  place.replaceChildren(box);
}

async function check(text: HTMLTextAreaElement, place: HTMLElement, words: Words, signal: AbortSignal): Promise<void> {
  const typed = text.value;
  try {
    JSON.parse(typed);
  } catch (error) {
    tell(place, 'critical', words.notJson.replace('{problem}', String(error)));
    return;
  }
  const answer = await fetch('/app/api/admin/industry?dryRun=true', {
    method: 'POST',
    // The bundle names its industry itself, whichever one the operator looks at.
    headers: { 'content-type': 'application/json', targetIndustryId: '' },
    body: typed,
    signal,
  });
  const { data, message, errors = [] } = (await answer.json()) as Answer; // the service's own answer
  if (signal.aborted) return;
  if (data === undefined) {
    const items = mistakeItems(text, words, errors);
    tell(
      place,
      'critical',
      items.length === 0 ? message : words.mistakes.replace('{count}', String(items.length)),
      items,
    );
    return;
  }
  const counts = { id: data.industryId, units: data.units, categories: data.categories, users: data.users };
  const sentence = words.fine.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const said = counts[name as keyof typeof counts]; // a name of its own, or undefined
    return said === undefined ? whole : typeof said === 'string' ? said : String(said.added + said.changed);
  });
  tell(place, 'stock', sentence, mistakeItems(text, words, data.warnings));
}

const text = document.querySelector<HTMLTextAreaElement>('textarea[data-check]');
const place = document.getElementById('checked');
if (text !== null && place !== null) {
  const { fine = '', line = '', notJson = '', mistakes = '' } = text.dataset;
  const words = { fine, line, notJson, mistakes };
  const checkSoon = whenQuiet(PAUSE_MILLISECONDS, (signal) => {
    check(text, place, words, signal).catch((error: unknown) => {
      if (!signal.aborted) tell(place, 'high', String(error));
    });
  });
  text.addEventListener('input', checkSoon);
}
