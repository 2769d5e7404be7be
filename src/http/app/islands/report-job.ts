/* Follows a report that is made in the background. Without it a link reads the page anew. */

const LOOK_MILLISECONDS = 1500;

async function follow(): Promise<void> {
  const job = document.querySelector<HTMLElement>('#job[data-state="goes-on"]');
  if (job === null) return;
  await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
  const answer = await fetch(location.href, { headers: { accept: 'text/html' }, redirect: 'manual' });
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#job');
  if (answer.ok && fresh !== null) job.replaceWith(fresh);
  await follow();
}

void follow();
