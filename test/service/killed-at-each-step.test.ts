import { beforeAll, describe, expect, it } from 'vitest';
import { QUEUE_NAMES } from '../../src/service/worker.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { valuesFor } from '../support/property-runs.ts';
import { BEGINS, STORIES, type StoryName } from './support/mortal-stories.ts';
import { differences, type Traces } from './support/mortal-traces.ts';
import type { Death } from './support/mortal-world.ts';
import { tellStory } from './support/tell-story.ts';

/*
 * A worker is killed at a job of each queue: before its first statement, after each of its commits, messages and jobs,
 * and after its work, before the queue is told. What it leaves is compared with the same story without a death. A queue
 * to which no story gives a job fails. `npm run test:deep` tries every death, a usual run a quarter of them.
 */

let context: OwnContext;
beforeAll(async () => {
  const own = await ownContext(BEGINS);
  context = { ...own, config: { ...own.config, publicUrl: 'https://water.test' } };
});

interface Job extends Omit<Death, 'after'> {
  readonly story: StoryName;
  readonly steps: readonly string[];
}

/**
 * Their mails have a link of which the database knows the hash alone. One that may have left is mailed again with another
 * link, and the newest link counts.
 */
const LINKS = new Set(['password-reset', 'confirm-recipient']);

/** Of each queue the job with the most different steps. */
const jobs = new Map<string, Job>();
const undisturbed = new Map<StoryName, Traces>();
const kindsOf = ({ steps }: Job): number => new Set(steps).size;

beforeAll(async () => {
  for (const story of Object.keys(STORIES) as StoryName[]) {
    const { traces, steps, failures } = await tellStory(context, story);
    expect(failures).toEqual([]);
    undisturbed.set(story, traces);
    for (const [queue, lives] of steps)
      for (const [job, its] of lives.entries()) {
        const found = { queue, job, steps: its, story };
        const before = jobs.get(queue);
        if (before === undefined || kindsOf(before) < kindsOf(found)) jobs.set(queue, found);
      }
  }
});

it('stories leave the same traces each time', async () => {
  expect(
    differences((await tellStory(context, 'figures')).traces, undisturbed.get('figures') ?? { rows: [], messages: [] }),
  ).toEqual([]);
});

describe.each(QUEUE_NAMES.map((queue, place) => [queue, place] as const))('a worker of %s', (queue, place) => {
  it(
    'that is killed leaves nothing undone, nothing doubled and nothing sent twice',
    { timeout: 1_200_000 },
    async () => {
      const job = jobs.get(queue);
      if (job === undefined) throw new Error(`No story gives ${queue} a job: add one to mortal-stories.ts.`);
      const { story, steps } = job;
      const deaths = [
        'at the end' as const,
        0,
        ...steps.flatMap((step, index) => (steps.indexOf(step) === index ? [index + 1] : [])),
      ];
      for (const after of valuesFor(deaths, place)) {
        const { traces, failures } = await tellStory(context, story, { death: { queue, job: job.job, after } });
        const where =
          after === 'at the end' ? after : `after step ${after}, ${steps[after - 1] ?? 'before the first one'}`;
        expect.soft(failures, where).toEqual([]);
        const mayHaveLeft =
          LINKS.has(queue) && steps[after === 'at the end' ? steps.length - 1 : after - 1]?.startsWith('email');
        const found = differences(traces, undisturbed.get(story) ?? traces);
        const unasked = found.filter((one) => mayHaveLeft !== true || !one.startsWith('sent once more: email'));
        expect.soft(unasked, `killed ${where}`).toEqual([]);
      }
    },
  );
});
