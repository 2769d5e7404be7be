import type { PresentedKey } from '../../platform/login/rules/device-key.ts';
import type { IngestResult, ReadingSource, RowGroups } from '../ingest.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import type { IntakeContext } from '../intake.ts';
import { createKeyGate, type KeyGate, type OpenKey } from './key-gate.ts';
import { createKeyUses, type KeyUses } from './key-uses.ts';
import { createKeyManagement, type KeyManagement } from './manage-keys.ts';
import { sendWithKey } from './send-with-key.ts';

export type { OpenKey } from './key-gate.ts';
export type { DeviceKey } from './manage-keys.ts';

/** Keys with which devices send readings, and nothing else. */
export interface DeviceKeysService
  extends KeyManagement, Pick<KeyGate, 'open' | 'reopen' | 'endsOf'>, Pick<KeyUses, 'flush'> {
  /** As open, for one request, which counts against the key's limit. @throws TooManyRequests beyond it. */
  openForRequest(key: PresentedKey, network: string): Promise<OpenKey>;
  /** Stores rows that were sent with a key, and counts them on it, see {@link sendWithKey}. */
  send(
    key: OpenKey,
    groups: RowGroups,
    source: ReadingSource,
    onProgress?: (result: Readonly<IngestResult>) => void,
  ): Promise<IngestResult>;
}

export function createDeviceKeys(context: IntakeContext, limiter: Pick<Limiter, 'take'>): DeviceKeysService {
  const gate = createKeyGate(context, limiter);
  const uses = createKeyUses(context);
  return {
    ...createKeyManagement(context),
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
