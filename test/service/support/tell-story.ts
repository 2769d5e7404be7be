import type { ChannelName } from '../../../src/platform/channels/channel.ts';
import type { OwnContext } from '../../keeping/upkeep/own-database.ts';
import { BEGINS, plantOf, STORIES, type StoryName } from './mortal-stories.ts';
import { tracesOf } from './mortal-traces.ts';
import { mortalWorld } from './mortal-world.ts';

type Disturbance = Parameters<typeof mortalWorld>[1] & {
  /** Minutes by which the clock jumps once all has been asked for. */
  readonly jump?: number;
  /** A channel whose operator cannot be reached for an hour; null: that hour passes, and everybody is there. */
  readonly away?: ChannelName | null;
};

/** Tells a story in an industry of its own, up to where nothing waits any more, and gives what it has left behind. */
export async function tellStory(
  context: OwnContext,
  story: StoryName,
  { jump = 0, away, ...disturbed }: Disturbance = {},
) {
  const world = await mortalWorld(context, disturbed);
  const { industry, user } = await plantOf(world);
  const { industryKey } = industry;
  if (away !== undefined && away !== null) world.away.add(away);
  await STORIES[story](world, { industry, user });
  if (away !== undefined) {
    for (let minute = 0; minute < 60; minute += 1) await world.pass(1);
    world.away.clear();
  }
  if (jump !== 0) await world.pass(jump);
  await world.work();
  // Time for what was being sent to be told as unconfirmed, for what waits for an hour, and for a clock to catch up.
  for (const minutes of [1, 1, 3, ...(away === undefined ? [] : [15, 15, 15]), 61]) await world.pass(minutes);
  if (jump < 0) await world.pass(-jump);
  const names = [
    [industry.industryId, 'INDUSTRY'],
    [industry.industryId.toLowerCase(), 'INDUSTRY'],
    [user.userId, 'USER'],
  ] as const;
  const traces = await tracesOf(context.database, world.sent, { industryKey, names, from: Date.parse(BEGINS) });
  await context.database.execute('UPDATE tenant.industry SET is_active = false WHERE industry_key = $1', [industryKey]);
  return { traces, ...world };
}
