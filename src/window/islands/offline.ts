/*
 * Starts the worker that shows pages as they were seen last while the network does not answer. Without this module, and
 * on plain http, pages are there with the network alone.
 */

const WORKER = '/app/offline-worker.js';
const SCOPE = '/app';

/** The page is asked for once more through the worker, which was not there yet when the page was opened. */
async function keepThisPage(): Promise<void> {
  await navigator.serviceWorker.ready;
  await fetch(location.href, { headers: { accept: 'text/html' } });
}

async function start(): Promise<void> {
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  if (isFirst) serviceWorker.addEventListener('controllerchange', () => void keepThisPage(), { once: true });
  // The name of the language makes the browser take the worker's page anew after another was chosen.
  await serviceWorker.register(`${WORKER}?language=${document.documentElement.lang}`, { scope: SCOPE });
}

if ('serviceWorker' in navigator) start().catch(() => {});

if (document.getElementById('last-seen')?.hidden === false) addEventListener('online', () => location.reload());
