import { beforeAll, describe, expect, it } from 'vitest';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { BEGINS, type StoryName } from './support/mortal-stories.ts';
import { differences, titlesOf } from './support/mortal-traces.ts';
import { tellStory } from './support/tell-story.ts';

/* The name of the mail server does not resolve for an hour, while people are to hear of everything. */

let context: OwnContext;
beforeAll(async () => {
  const own = await ownContext(BEGINS);
  context = { ...own, config: { ...own.config, publicUrl: 'https://water.test' } };
});

const TELLING: readonly StoryName[] = ['figures', 'morning', 'reports', 'subscription', 'requests', 'lost'];

describe.each(TELLING)('a mail server that is away for an hour during the story of %s', (story) => {
  it('gets every mail once when it is back', async () => {
    const { traces, failures } = await tellStory(context, story, { hour: 'passes' });
    expect(failures).toEqual([]);
    const late = await tellStory(context, story, { hour: 'passes', away: 'email' });
    expect.soft(titlesOf(late.traces)).toEqual(titlesOf(traces));
    expect.soft(differences({ ...late.traces, messages: traces.messages }, traces)).toEqual([]);
  });
});
