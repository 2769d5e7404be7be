/*
 * Switches push messages on in this browser, and marks this browser in the list. Switching off and the test are forms.
 */

const form = document.querySelector<HTMLFormElement>('form#push');
const MARK_CHARACTERS = 16;

/** The name by which the service tells of this browser without telling its address. */
async function markOf(endpoint: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  return [...hash]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, MARK_CHARACTERS);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** A subscription of this installation: one that was made by other keys is replaced. */
async function subscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const former = await pushManager.getSubscription();
    if (former === null) throw error;
    await former.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** @returns why it did not work; empty: it did */
async function switchOn(given: HTMLFormElement, words: Readonly<Record<string, string>>): Promise<string> {
  if ((await Notification.requestPermission()) !== 'granted') return words['denied'] ?? '';
  const { key = '', name = '' } = given.dataset;
  const { endpoint, keys } = (await subscribe(await navigator.serviceWorker.ready, key)).toJSON();
  const leastSeverity = new FormData(given).get('leastSeverity');
  const answer = await fetch('/app/api/user/browsers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys, browserName: name, leastSeverity }),
  });
  if (answer.ok) {
    location.assign(location.pathname);
    return '';
  }
  const { message } = (await answer.json()) as { message: string }; // the service's own answer
  return (words['failed'] ?? '').replace('{problem}', () => message);
}

async function start(given: HTMLFormElement): Promise<void> {
  const problem = document.getElementById('push-problem');
  const words = JSON.parse(given.dataset['words'] ?? '{}') as Readonly<Record<string, string>>; // written by the page
  given.hidden = false;
  document.getElementById('push-needs')?.remove();
  given.addEventListener('submit', (event) => {
    event.preventDefault();
    void switchOn(given, words)
      .catch(String)
      .then((sentence) => {
        if (problem !== null) problem.textContent = sentence;
      });
  });
  const present = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (present === null) return;
  const listed = document.querySelector<HTMLElement>(`[data-mark="${await markOf(present.endpoint)}"] .present`);
  if (listed === null) return;
  listed.hidden = false;
  // The form comes back once the browser was switched off.
  given.hidden = true;
}

if (form !== null && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
  void start(form);
