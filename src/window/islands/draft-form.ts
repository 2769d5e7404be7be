import { keyOfName } from './key-of-name.ts';
import { whenQuiet } from './when-quiet.ts';

/*
 * Checks the form of a draft as it is typed: the service answers with the page as it would be, and its mistakes are
 * taken over. Keys follow their names until somebody types one. Without this module the button "next" does the same.
 */

const PAUSE_MILLISECONDS = 600;

const form = document.querySelector<HTMLFormElement>('form#draft');
/** Fields that were typed in: others are not told to be wrong before they are reached. */
const touched = new Set<string>();

/** Takes over what the service says of a field. */
function tell(page: Document, field: HTMLInputElement | HTMLSelectElement): void {
  const said = page.getElementById(`${field.id}-mistake`);
  document.getElementById(`${field.id}-mistake`)?.remove();
  for (const name of ['aria-describedby', 'aria-invalid']) {
    const value = page.getElementById(field.id)?.getAttribute(name) ?? null;
    if (value === null) field.removeAttribute(name);
    else field.setAttribute(name, value);
  }
  if (said !== null) field.after(document.importNode(said, true));
}

/** A row whose kind has changed has other fields. */
function renewRows(page: Document): void {
  for (const row of document.querySelectorAll('.unit-row')) {
    const next = page.getElementById(row.id);
    const fieldsOf = (one: Element): string => [...one.querySelectorAll('[name]')].map(({ id }) => id).join(' ');
    if (next === null || fieldsOf(next) === fieldsOf(row)) continue;
    const focused = document.activeElement?.id ?? '';
    row.replaceWith(document.importNode(next, true));
    if (focused !== '') document.getElementById(focused)?.focus();
  }
}

async function check(of: HTMLFormElement, signal: AbortSignal): Promise<void> {
  const sent = new FormData(of);
  sent.set('go', 'check');
  const answer = await fetch(of.action, {
    method: 'POST',
    body: new URLSearchParams([...sent].map(([name, value]) => [name, String(value)])),
    signal,
  });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (signal.aborted || page.querySelector('form#draft') === null) return;
  renewRows(page);
  for (const field of of.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[id], select[id]'))
    if (touched.has(field.id) || document.getElementById(`${field.id}-mistake`) !== null) tell(page, field);
}

/** The key follows the name as long as it is the one that the service would make. */
function keyAlong(name: HTMLInputElement, before: string): void {
  const key = document.querySelector<HTMLInputElement>(`[data-key-of="${CSS.escape(name.id)}"]`);
  if (key !== null && (key.value === '' || key.value === keyOfName(before))) key.value = keyOfName(name.value);
}

if (form !== null) {
  const checkSoon = whenQuiet(PAUSE_MILLISECONDS, (signal) => {
    // The button checks once more, so that a check that fails here is no loss.
    check(form, signal).catch(() => {});
  });
  const names = new Map([...form.querySelectorAll('input')].map(({ id, value }) => [id, value]));
  let isSent = false;
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    touched.add(target.id);
    if (target instanceof HTMLInputElement) {
      keyAlong(target, names.get(target.id) ?? '');
      names.set(target.id, target.value);
    }
    checkSoon();
  });
  form.addEventListener('submit', ({ submitter }) => {
    // A download leaves the page as it is.
    isSent = !(submitter instanceof HTMLButtonElement && submitter.value === 'download');
  });
  // A draft is in its form alone: leaving the page loses it.
  addEventListener('beforeunload', (event) => {
    if (!isSent) event.preventDefault();
  });
}
