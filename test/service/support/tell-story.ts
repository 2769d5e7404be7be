import type { ChannelName } from '../../../src/platform/channels/channel.ts';
import { MINUTE_MS } from '../../../src/kernel/time/durations.ts';
import type { OwnContext } from '../../keeping/upkeep/own-database.ts';
import { BEGINS, plantOf, STORIES, type StoryName } from './mortal-stories.ts';
import { tracesOf } from './mortal-traces.ts';
import { mortalWorld } from './mortal-world.ts';

type Disturbance = Parameters<typeof mortalWorld>[1] & {
  /** What becomes of an hour that follows upon the story. */
  readonly hour?: 'passes' | 'jumps ahead' | 'jumps back';
  /** A channel whose operator cannot be reached until that hour has passed. */
  readonly away?: ChannelName;
};

/** Duties of each minute find nothing new most of the time. */
const PASSING_MINUTES = 5;

/** Tells a story in an industry of its own, up to where nothing waits any more, and gives what it has left behind. */
export async function tellStory(context: OwnContext, story: StoryName, { away, hour, ...disturbed }: Disturbance = {}) {
  const world = await mortalWorld(context, disturbed);
  const { industry, user } = await plantOf(world);
  const { industryKey } = industry;
  if (away !== undefined) world.away.add(away);
  await STORIES[story](world, { industry, user });
  if (hour === 'passes') for (let minute = 0; minute < 60; minute += PASSING_MINUTES) await world.pass(PASSING_MINUTES);
  if (hour === 'jumps ahead') await world.pass(60);
  if (hour === 'jumps back') await world.pass(-60);
  world.away.clear();
  await world.work();
  // Time for what was being sent to be told as unconfirmed, for what waits for an hour, and for a clock to catch up.
  const more = hour === undefined ? [] : [15, 15, 15];
  const caughtUp = hour === 'jumps back' ? [60, 60] : [];
  for (const minutes of [1, 1, 3, ...more, ...caughtUp, 61]) await world.pass(minutes);
  const names = [
    [industry.industryId, 'INDUSTRY'],
    [industry.industryId.toLowerCase(), 'INDUSTRY'],
    [user.userId, 'USER'],
  ] as const;
  const from = Date.parse(BEGINS) - (hour === undefined ? 0 : 120 * MINUTE_MS);
  const traces = await tracesOf(context.database, world.sent, { industryKey, names, from });
  await context.database.execute('UPDATE tenant.industry SET is_active = false WHERE industry_key = $1', [industryKey]);
  return { traces, ...world };
}
