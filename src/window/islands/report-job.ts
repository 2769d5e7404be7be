/* Follows a report that is made in the background. Without it a link reads the page anew. */
import { askAgain } from './poll-job.ts';

const placeOf = (root: ParentNode): HTMLElement | null => root.querySelector<HTMLElement>('#job');

/** Replaces the state of the job by the service's present one. */
async function look(): Promise<'goes on' | 'done' | 'failed' | 'over'> {
  const place = placeOf(document);
  if (place?.dataset['state'] !== 'goes-on') return 'done';
  const answer = await fetch(location.href, { headers: { accept: 'text/html' }, redirect: 'manual' });
  if (answer.type === 'opaqueredirect') return 'over';
  if (!answer.ok) return 'failed';
  const fresh = placeOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  if (fresh === null) return 'done';
  place.replaceWith(fresh);
  return fresh.dataset['state'] === 'goes-on' ? 'goes on' : 'done';
}

function tell(said: 'failed' | 'over'): void {
  const place = placeOf(document);
  const line = place?.querySelector('.state');
  if (place === null || line === null || line === undefined) return;
  line.textContent = (said === 'over' ? place.dataset['over'] : place.dataset['silent']) ?? '';
  if (said === 'failed') return;
  const link = document.createElement('a');
  // The page leads to the login by itself, and back.
  link.href = location.href;
  link.textContent = place.dataset['login'] ?? '';
  line.append(' ', link);
}

void askAgain({ look, tell });
