import { whenQuiet } from './when-quiet.ts';

/*
 * Checks a bundle as it is typed: the service answers with the page as it would be, and its verdict is taken over. Each
 * mistake leads to its place in the text. Without this module the button "check" does the same, but for the places.
 */

const PAUSE_MILLISECONDS = 500;

/** Makes the line of a mistake a button that leads to its place in the text. */
function leadToPlace(text: HTMLTextAreaElement, item: HTMLElement): void {
  const [line] = item.childNodes;
  if (line === undefined) return;
  const offset = Number(item.dataset['offset']);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = line.textContent?.trim() ?? '';
  button.addEventListener('click', () => {
    text.focus();
    text.setSelectionRange(offset, offset + 1);
    const before = text.value.slice(0, offset).split('\n').length;
    text.scrollTop = (before - 3) * (text.scrollHeight / text.value.split('\n').length);
  });
  line.replaceWith(button, ' ');
}

async function check(
  form: HTMLFormElement,
  text: HTMLTextAreaElement,
  place: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetch(form.action, {
    method: 'POST',
    body: new URLSearchParams({ act: 'check', bundle: text.value }),
    signal,
  });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (signal.aborted) return;
  // A page without a verdict is the login or a trouble, and the old verdict is of another text.
  place.replaceChildren(...(page.getElementById('checked')?.childNodes ?? []));
  for (const item of place.querySelectorAll<HTMLElement>('li[data-offset]')) leadToPlace(text, item);
}

const text = document.querySelector<HTMLTextAreaElement>('#draft textarea#bundle');
const place = document.getElementById('checked');
const form = text?.form ?? null;
if (form !== null && text !== null && place !== null) {
  const checkSoon = whenQuiet(PAUSE_MILLISECONDS, (signal) => {
    check(form, text, place, signal).catch(() => {
      // The button checks once more, so that a check that fails here is no loss.
      if (!signal.aborted) place.replaceChildren();
    });
  });
  text.addEventListener('input', checkSoon);
}
