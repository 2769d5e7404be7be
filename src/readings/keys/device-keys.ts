import type { OpenForRequest, OpenKey } from '../../platform/login/rules/device-key.ts';
import type { IngestResult, ReadingSource, RowGroups } from '../ingest.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import type { IntakeContext } from '../intake.ts';
import { createKeyGate, type KeyGate } from './key-gate.ts';
import { createKeyUses, type KeyUses } from './key-uses.ts';
import { sendWithKey } from './send-with-key.ts';

/**
 * Keys with which devices send readings and do nothing else. A process has one such object, because it counts requests
 * and holds counts that are not written yet.
 */
export interface DeviceKeys extends Pick<KeyGate, 'open' | 'reopen' | 'endsOf'>, Pick<KeyUses, 'flush'> {
  readonly openForRequest: OpenForRequest;
  /** Stores rows that were sent with a key, and counts them on it, see {@link sendWithKey}. */
  send(
    key: OpenKey,
    groups: RowGroups,
    source: ReadingSource,
    onProgress?: (result: Readonly<IngestResult>) => void,
  ): Promise<IngestResult>;
}

export function createDeviceKeys(context: IntakeContext, limiter: Pick<Limiter, 'take'>): DeviceKeys {
  const gate = createKeyGate(context, limiter);
  const uses = createKeyUses(context);
  return {
    open: gate.open,
    reopen: gate.reopen,
    endsOf: gate.endsOf,
    flush: uses.flush,
    async openForRequest(key, network) {
      const opened = await gate.open(key, network);
      gate.takeRequest(opened.keyId);
      return opened;
    },
    send: (key, groups, source, onProgress) => sendWithKey(context, { gate, uses }, key, groups, source, onProgress),
  };
}
