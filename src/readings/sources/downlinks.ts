import type { DataContext, Reach, WithQueue } from '../../context.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import { ChannelError } from '../../platform/channels/channel.ts';
import { downlinkText } from '../rules/sources/downlink.ts';
import { addDownlinks, finishDownlink, leftDownlinks, type OfDownlink, takeDownlink } from '../store/downlinks.ts';

/** Queue of downlinks, one job each. */
export const DOWNLINK_QUEUE = 'source-downlink';

const NOT_QUEUED = 'the queue did not take it';
const NONE_DECLARED = 'the source declares none any more';
const NO_WAY = 'the device was not heard through its network since the source was changed';
const INTERRUPTED = 'the service stopped while it was sent: it may have been sent';

/**
 * Queues the downlink of a reset for each device of a unit whose source declares one, and that was heard through a
 * broker of the site. false: there is no such device.
 */
export async function queueDownlinks(
  { database, clock, queue }: DataContext & WithQueue,
  unit: { readonly industryKey: number; readonly unitId: string },
): Promise<boolean> {
  const { industryKey } = unit;
  const downlinkIds = await addDownlinks(database, unit, clock.now());
  const ofAll = downlinkIds.map((downlinkId): OfDownlink => ({ industryKey, downlinkId }));
  for (const [index, of] of ofAll.entries()) {
    try {
      await queue.send(DOWNLINK_QUEUE, of, { singletonKey: of.downlinkId });
    } catch (error) {
      for (const unqueued of ofAll.slice(index)) await finishDownlink(database, unqueued, NOT_QUEUED, clock.now());
      throw error;
    }
  }
  return downlinkIds.length > 0;
}

/** Longer than a job has. */
const LEFT_MILLISECONDS = 2 * MINUTE_MS;
const MOST_SWEPT = 1000;

/** Gives a job to downlinks that a killed process has left without one, so that they are sent, or told as failed. */
export async function sweepDownlinks({ database, clock, queue }: DataContext & WithQueue): Promise<void> {
  for (const of of await leftDownlinks(database, clock.now() - LEFT_MILLISECONDS, MOST_SWEPT))
    await queue.send(DOWNLINK_QUEUE, of, { singletonKey: of.downlinkId });
}

/**
 * Sends a downlink to the broker once, whatever is killed meanwhile: one that was being sent then is not sent again,
 * because a device would be reset twice. The network sends it to the device when that listens next.
 */
export async function sendDownlink(
  { database, clock, channels }: DataContext & Pick<Reach, 'channels'>,
  of: OfDownlink,
): Promise<void> {
  const taken = await takeDownlink(database, of, clock.now());
  if (taken === null) return finishDownlink(database, of, INTERRUPTED, clock.now());
  const { deviceId, commandTopic, format, downlink } = taken;
  if (downlink === null) return finishDownlink(database, of, NONE_DECLARED, clock.now());
  if (commandTopic === null) return finishDownlink(database, of, NO_WAY, clock.now());
  const problem = await channels['device-command']
    .send({
      to: deviceId,
      topic: commandTopic,
      text: downlinkText(format, deviceId, downlink, of.downlinkId),
      messageId: of.downlinkId,
    })
    .then(() => null, problemOf);
  await finishDownlink(database, of, problem, clock.now());
}

function problemOf(error: unknown): string {
  if (error instanceof ChannelError) return error.message;
  throw error;
}
