import { ChannelError } from '../../channels/channel.ts';
import type { DataContext, Reach } from '../../context.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { QueueClient } from '../../queue/client.ts';
import { writeAudit } from '../../store/audit.ts';
import { type DeviceUnit, findDevices } from '../../store/workspace.ts';
import type { Limiter } from '../limits/limiter.ts';
import { RESETS_OF_UNIT } from '../limits/limits.ts';
import { publishEvent } from './events.ts';

/** Spec gap: units of one request. */
const MOST_UNITS = 20;

/**
 * Sends the reset message to each unit by the device channel, and an event about it to the stream. Spec gap: an id that
 * several industries use names none of them; `industryId/unitId` does. Every id is checked, and counted against its
 * limit, before anything is sent.
 * @param names as the request has them.
 * @throws ServiceError 1403 for too many units, 400 for a name that is no single unit with a device and for a message
 * that the broker did not take, 429 for a unit that is reset too often.
 */
export async function resetUnits(
  context: Pick<DataContext, 'database' | 'clock'> & Reach & { readonly queue: QueueClient; readonly limiter: Limiter },
  actor: Actor,
  names: readonly string[],
): Promise<void> {
  const units = await unitsNamed(context, [...new Set(names)]);
  await takeAll(context.limiter, units);
  for (const unit of units) {
    await sendReset(context, unit);
    await writeAudit(context.database, {
      at: context.clock.now(),
      actor,
      industryKey: unit.industryKey,
      verb: 'unit.reset',
      subject: unit.unitId,
      before: null,
      after: null,
    });
    await publishEvent(context, context.queue, {
      kind: 'unit-reset',
      industryId: unit.industryId,
      unitId: unit.unitId,
    });
  }
}

/** Counts a reset of every unit, or of none where one has had too many. */
async function takeAll(limiter: Pick<Limiter, 'take' | 'giveBack'>, units: readonly DeviceUnit[]): Promise<void> {
  const taken: string[] = [];
  try {
    for (const { industryId, unitId } of units) {
      const key = JSON.stringify([industryId, unitId]);
      await limiter.take(RESETS_OF_UNIT, key);
      taken.push(key);
    }
  } catch (error) {
    for (const key of taken) await limiter.giveBack(RESETS_OF_UNIT, key);
    throw error;
  }
}

async function unitsNamed(
  { database }: Pick<DataContext, 'database'>,
  names: readonly string[],
): Promise<DeviceUnit[]> {
  if (names.length > MOST_UNITS) {
    const problem = `names ${names.length} units, allowed are ${MOST_UNITS}`;
    throw new ServiceError(1403, `Invalid 'unitsList': ${problem}`, [{ field: 'unitsList', problem }]);
  }
  const found = Map.groupBy(await findDevices(database, names), ({ name }) => name);
  // One answer for an id that nobody has and one that several have: a stranger learns nothing of industries.
  const wrong = names.filter((name) => found.get(name)?.length !== 1);
  if (wrong.length > 0) {
    const problems = wrong.map((name) => `'${name.slice(0, 80)}' names no single unit with a device`);
    throw new ServiceError(
      400,
      `Invalid 'unitsList': ${problems[0]}, allowed is a unitId or industryId/unitId`,
      problems.map((problem) => ({ field: 'unitsList', problem })),
    );
  }
  return [...found.values()].flat();
}

/** Spec gap: the reset message. */
async function sendReset({ channels }: Reach, { industryId, unitId }: DeviceUnit): Promise<void> {
  try {
    await channels['device-command'].send({ to: `${industryId}/${unitId}`, text: 'reset', data: { command: 'reset' } });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    throw new ServiceError(400, `The reset of '${unitId}' was not sent: ${error.message}`, [
      { field: 'unitsList', problem: error.message },
    ]);
  }
}
