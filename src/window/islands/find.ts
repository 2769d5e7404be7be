/*
 * The field in the head of each page finds while one types, and Ctrl-K brings it from anywhere. Without this module the
 * field leads to the page of results.
 */

interface Found {
  readonly kind: string;
  readonly name: string;
  readonly note: string;
  readonly address: string;
}

const WAIT_MILLISECONDS = 120;
const LIST = 'found-now';

/** Every text goes in as text, so that a name that is markup stays a name. */
function element(name: string, text: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function optionOf({ kind, name, note, address }: Found, at: number): HTMLElement {
  const option = element('li', '', { role: 'option', id: `${LIST}-${at}`, 'aria-selected': 'false' });
  option.dataset['address'] = address;
  option.append(element('span', name), ' ', element('small', [kind, note].filter((text) => text !== '').join(' · ')));
  return option;
}

function finder(form: HTMLFormElement, input: HTMLInputElement): void {
  const texts = { results: form.dataset['results'] ?? '', count: form.dataset['count'] ?? '' };
  const list = element('ul', '', { id: LIST, role: 'listbox', 'aria-label': texts.results, hidden: '' });
  const told = element('p', '', { role: 'status', class: 'unseen' });
  form.append(list, told);
  for (const [key, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': LIST,
  }))
    input.setAttribute(key, value);

  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=option]')];
  const active = (): number => options().findIndex((one) => one.getAttribute('aria-selected') === 'true');

  function choose(at: number): void {
    for (const [index, one] of options().entries()) one.setAttribute('aria-selected', String(index === at));
    const one = options()[at];
    if (one === undefined) return input.removeAttribute('aria-activedescendant');
    input.setAttribute('aria-activedescendant', one.id);
    one.scrollIntoView({ block: 'nearest' });
  }

  function show(found: readonly Found[]): void {
    list.replaceChildren(...found.map(optionOf));
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    told.textContent = input.value === '' ? '' : texts.count.replace('{count}', String(found.length));
    choose(-1);
  }

  function open(option: HTMLElement | undefined): void {
    const address = option?.dataset['address'] ?? '';
    if (address.startsWith('/app/')) location.assign(address);
  }

  let asked = new AbortController();
  async function ask(): Promise<void> {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MILLISECONDS));
    if (signal.aborted) return;
    const address = `${form.action}?${new URLSearchParams({ q: input.value })}`;
    const answer = await fetch(address, { signal, headers: { accept: 'application/json' } });
    // The login answers as a page. Enter then leads there.
    if (!answer.ok || answer.redirected || signal.aborted) return show([]);
    show(((await answer.json()) as { found: Found[] }).found); // the page's own answer
  }
  const look = (): void => void ask().catch(() => {});

  input.addEventListener('input', look);
  input.addEventListener('keydown', (event) => {
    const count = options().length;
    if (event.key === 'Enter' && active() >= 0) {
      event.preventDefault();
      open(options()[active()]);
    } else if (event.key === 'Escape' && !list.hidden) {
      // The first one closes the list, the next one the dialog.
      event.preventDefault();
      show([]);
    } else if (count > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      choose(active() < 0 && step < 0 ? count - 1 : (active() + step + count) % count);
    }
  });
  // The field keeps the focus while one clicks.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element) open(target.closest<HTMLElement>('[role=option]') ?? undefined);
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) show([]);
  });
  onKey(form, input, look);
}

/** Ctrl-K lends the form to a dialog. When it closes, the form goes back to its place. */
function onKey(form: HTMLFormElement, input: HTMLInputElement, look: () => void): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'palette';
  dialog.setAttribute('aria-label', input.getAttribute('aria-label') ?? '');
  const place = document.createComment('');
  form.before(place);
  document.body.append(dialog);
  dialog.addEventListener('close', () => place.after(form));
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (dialog.open) return dialog.close();
    dialog.append(form);
    dialog.showModal();
    input.focus();
    input.select();
    look();
  });
}

const form = document.querySelector<HTMLFormElement>('.top form.find');
const input = form?.querySelector('input');
if (form && input) finder(form, input);
