import { ChannelError } from '../../platform/channels/channel.ts';
import type { Context, DataContext, Reach, WithQueue } from '../../context.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import { type DeviceUnit, findDevices } from '../store/workspace.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { RESETS_FROM_HERE, RESETS_OF_UNIT } from '../../platform/limits/limits.ts';
import { queueDownlinks } from '../../readings/sources/downlinks.ts';
import { publishEvent } from './events.ts';

/** Spec gap: units of one request. */
const MOST_UNITS = 20;

type Parts = Pick<Context, 'database' | 'clock' | 'log'>
  & Pick<Reach, 'channels'>
  & WithQueue & { readonly limiter: Limiter };

/**
 * Sends the reset message to each unit by the device channel, and an event about it to the stream. Spec gap: an id that
 * several industries use names none of them; `industryId/unitId` does. Every id is checked, and counted against its
 * limit, before anything is sent.
 * @param names as the request has them.
 * @throws ServiceError 1403 for too many units, 400 for a name that is no single unit with a device and for a message
 * that the broker did not take, 429 for a unit that is reset too often.
 */
export async function resetUnits(parts: Parts, actor: Actor, names: readonly string[]): Promise<void> {
  await resetAll(parts, actor, await unitsNamed(parts, requireFew(names)), 'known');
}

/**
 * Resets units for an unauthenticated caller. His answer is the same, and as fast, whether or not the units exist,
 * because they are looked up after the answer.
 * @throws ServiceError 1403 for too many units, 400 where no command can be sent at all, 429 for a network or a name
 * that comes too often.
 */
export async function resetUnitsUnauthenticated(parts: Parts, actor: Actor, names: readonly string[]): Promise<void> {
  const asked = requireFew(names);
  const channel = parts.channels['device-command'];
  if (!channel.isSetUp)
    await channel.send({ to: '', text: 'reset' }).catch((error: unknown) => {
      throw refusedReset(asked[0] ?? '', [], error);
    });
  await parts.limiter.take(RESETS_FROM_HERE, actor.address ?? '');
  await takeAll(
    parts.limiter,
    asked.map((name) => JSON.stringify(['unseen', name])),
  );
  void unitsNamed(parts, asked)
    .then((units) => resetAll(parts, actor, units, 'unseen'))
    .catch((error: unknown) => parts.log.info({ reason: reasonOf(error) }, 'reset without a token not sent'));
}

/** Callers without a token have allowances of their own, so that they use up nobody else's. */
async function resetAll(
  { limiter, ...parts }: Parts,
  actor: Actor,
  units: readonly DeviceUnit[],
  by: 'known' | 'unseen',
): Promise<void> {
  const keyOf = ({ industryId, unitId }: DeviceUnit): string =>
    JSON.stringify(by === 'known' ? [industryId, unitId] : ['unseen', industryId, unitId]);
  await takeAll(limiter, units.map(keyOf));
  const sent: DeviceUnit[] = [];
  try {
    for (const unit of units) await resetOne(parts, actor, unit, sent);
  } catch (error) {
    for (const unit of units.slice(sent.length)) await limiter.giveBack(RESETS_OF_UNIT, keyOf(unit));
    throw error;
  }
}

/** @param sent receives the unit as soon as its message may have left. */
async function resetOne(
  { database, clock, queue, channels }: Omit<Parts, 'limiter'>,
  actor: Actor,
  unit: DeviceUnit,
  sent: DeviceUnit[],
): Promise<void> {
  const { industryKey, industryId, unitId } = unit;
  // The audit row is written before the message, because no act is without one. A message that is not taken is reported
  // to the caller.
  await writeAudit(database, {
    at: clock.now(),
    actor,
    industryKey,
    verb: 'unit.reset',
    subject: unitId,
    before: null,
    after: null,
  });
  // Spec gap: the reset message.
  const before = [...sent];
  try {
    // A network of devices takes downlinks, and its devices hear no commands.
    if (!(await queueDownlinks({ database, clock, queue }, unit)))
      await channels['device-command'].send({
        to: `${industryId}/${unitId}`,
        text: 'reset',
        data: { command: 'reset' },
      });
    sent.push(unit);
  } catch (error) {
    if (error instanceof ChannelError && error.kind === 'unconfirmed') sent.push(unit);
    throw refusedReset(unitId, before, error);
  }
  await publishEvent({ clock }, queue, { kind: 'unit-reset', industryId, unitId });
}

/** Counts a reset of every key, or of none when one is over its limit. */
async function takeAll(limiter: Pick<Limiter, 'take' | 'giveBack'>, keys: readonly string[]): Promise<void> {
  const taken: string[] = [];
  try {
    for (const key of keys) {
      await limiter.take(RESETS_OF_UNIT, key);
      taken.push(key);
    }
  } catch (error) {
    for (const key of taken) await limiter.giveBack(RESETS_OF_UNIT, key);
    throw error;
  }
}

/**
 * Each name once.
 * @throws ServiceError 1403 for too many.
 */
function requireFew(names: readonly string[]): readonly string[] {
  const asked = [...new Set(names)];
  if (asked.length <= MOST_UNITS) return asked;
  throw invalid(1403, 'unitsList', `names ${asked.length} units, allowed are ${MOST_UNITS}`);
}

async function unitsNamed(
  { database }: Pick<DataContext, 'database'>,
  names: readonly string[],
): Promise<DeviceUnit[]> {
  const found = Map.groupBy(await findDevices(database, names), ({ name }) => name);
  const wrong = names.filter((name) => found.get(name)?.length !== 1);
  if (wrong.length > 0) {
    const problems = wrong.map((name) => `'${name.slice(0, 80)}' names no single unit with a device`);
    throw new ServiceError(
      400,
      `Invalid 'unitsList': ${problems[0]}, allowed is a unitId or industryId/unitId`,
      problems.map((problem) => ({ field: 'unitsList', problem })),
    );
  }
  // A unit may be named twice: by its id alone, and with its industry.
  const units = [...found.values()].flat();
  return [...new Map(units.map((unit) => [JSON.stringify([unit.industryKey, unit.unitId]), unit])).values()];
}

/** The refusal of the channel, with the units that were reset before. */
function refusedReset(name: string, before: readonly DeviceUnit[], error: unknown): unknown {
  if (!(error instanceof ChannelError)) return error;
  const became = error.kind === 'unconfirmed' ? 'may have been sent' : 'was not sent';
  return new ServiceError(400, `The reset of '${name.slice(0, 80)}' ${became}: ${error.message}`, [
    { field: 'unitsList', problem: error.message },
    ...before.map(({ unitId }) => ({ field: 'unitsList', problem: `'${unitId}' was reset before` })),
  ]);
}
