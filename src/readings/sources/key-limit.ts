import type { OpenKey } from '../../platform/login/rules/device-key.ts';
import { jsonText } from '../rules/json-text.ts';
import type { SentRow } from '../sent-rows.ts';

/** Units for which alone a key sends, on any source. */
export interface KeyLimit extends Pick<OpenKey, 'keyId'> {
  readonly unitIds: ReadonlySet<string>;
}

/** null: all devices of the source. A key of a source is its network's own, and the network tells of new devices. */
export const limitOfKey = (key: OpenKey | null): KeyLimit | null =>
  key === null || key.sourceKey !== null || key.unitIds === null ? null : { keyId: key.keyId, unitIds: key.unitIds };

/**
 * A message of a device that its key does not cover. The unit is not named, because the sender has no business knowing
 * where other devices are.
 */
export const refusedDevice = (message: unknown, deviceId: string, { keyId }: KeyLimit): SentRow => ({
  text: jsonText(message),
  isPartial: true,
  code: 'unit_not_of_key',
  problem: `device '${deviceId}' is at no unit that device key ${keyId} may send for`,
});

/** A message that cannot be read. A source keeps the last of those, and a key of some units does not write there. */
export const refusedMessage = ({
  message,
  problem,
}: {
  readonly message: unknown;
  readonly problem: string;
}): SentRow => ({
  text: jsonText(message),
  isPartial: true,
  code: 'not_a_reading',
  problem,
});
