import { beforeAll, describe, expect, it } from 'vitest';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { BEGINS, STORIES, type StoryName } from './support/mortal-stories.ts';
import { differences, outcomesOf, titlesOf, type Traces } from './support/mortal-traces.ts';
import { tellStory } from './support/tell-story.ts';

/* Clocks that differ, and clocks that jump, while an industry lives its day. */

let context: OwnContext;
beforeAll(async () => {
  const own = await ownContext(BEGINS);
  context = { ...own, config: { ...own.config, publicUrl: 'https://water.test' } };
});

/** Two jobs that ask for a link send one each, and the newest one counts. */
const isLink = (difference: string): boolean => /password\/form\?token=|reports\/confirm\?token=/.test(difference);

/** Whoever is first is a minute ahead or not, and tells how long something has lasted, and the minute, by his clock. */
const withoutMinutes = ({ rows, messages }: Traces): Traces => {
  const neutral = (text: string): string =>
    text.replaceAll(/\b\d+ min\b/g, 'N min').replaceAll(/\b\d\d:\d\d\b/g, 'HH:MM');
  return {
    rows: rows.map(neutral).sort(),
    messages: messages.map(({ to, shown }) => ({ to, shown: neutral(shown) })),
  };
};

describe.each(Object.keys(STORIES) as StoryName[])('the story of %s', (story) => {
  let anHourLater: Traces;
  beforeAll(async () => {
    anHourLater = (await tellStory(context, story, { hour: 'passes' })).traces;
  });

  it('comes to the same when two workers do every job at once, one of them a minute ahead', async () => {
    const { traces } = await tellStory(context, story);
    const twice = await tellStory(context, story, { twinAheadMs: 60_000 });
    expect(twice.failures).toEqual([]);
    const found = differences(withoutMinutes(twice.traces), withoutMinutes(traces));
    expect(found.filter((one) => !isLink(one))).toEqual([]);
  });

  it.each(['jumps ahead', 'jumps back'] as const)('comes to the same when the clock %s by an hour', async (hour) => {
    const jumped = await tellStory(context, story, { hour });
    expect(jumped.failures).toEqual([]);
    expect(titlesOf(jumped.traces)).toEqual(titlesOf(anHourLater));
    expect(outcomesOf(jumped.traces)).toEqual(outcomesOf(anHourLater));
  });
});
