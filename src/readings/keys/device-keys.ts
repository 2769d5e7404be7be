import type { OpenForRequest, OpenKey } from '../../platform/login/rules/device-key.ts';
import type { IngestResult, ReadingSource, RowGroups } from '../ingest.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import type { IntakeContext } from '../intake.ts';
import { createKeyGate, type KeyGate, createKeyUses, type KeyUses } from './check-device-key.ts';
import { isObject } from '../../kernel/json.ts';
import { jsonText, shortenedText } from '../rules/json-text.ts';
import { receiveReadings } from '../receive-readings.ts';
import type { SentRow } from '../sent-rows.ts';

/** A body may take hours to arrive. A key that ends meanwhile is refused within this time. */
const LOOK_MILLISECONDS = 500;

/** Refuses a row whose unit the key does not cover, whatever else is wrong with it. Other rows are stored. */
function allowedRow(row: SentRow, { keyId, unitIds }: Pick<OpenKey, 'keyId' | 'unitIds'>): SentRow {
  if (unitIds === null) return row;
  const sent = 'row' in row ? row.row : row;
  const unitId = isObject(sent) ? sent['unitId'] : undefined;
  // A text that is no unit's id is refused later, for that reason.
  if (typeof unitId !== 'string' || unitIds.has(unitId)) return row;
  return {
    line: row.line,
    isPartial: row.isPartial,
    text: 'row' in row ? jsonText(row.row) : row.text,
    unitId: unitId.slice(0, 200),
    code: 'unit_not_of_key',
    problem: `unitId ${shortenedText(unitId)} is not one that device key ${keyId} may send`,
  };
}

async function* allowedGroups(gate: KeyGate, key: OpenKey, groups: RowGroups): AsyncGenerator<readonly SentRow[]> {
  let lookedAt = performance.now();
  for await (const group of groups) {
    if (performance.now() - lookedAt >= LOOK_MILLISECONDS) {
      const end = (await gate.endsOf([key.keyId])).get(key.keyId);
      if (end !== undefined) throw end;
      lookedAt = performance.now();
    }
    yield key.unitIds === null ? group : group.map((row) => allowedRow(row, key));
  }
}

/**
 * Stores rows that were sent with a key, and counts them on the key. Rows that were committed before the key ended
 * stay.
 * @throws ServiceError 420 when the key ends while rows are still coming.
 */
async function sendWithKey(
  context: IntakeContext,
  { gate, uses }: { gate: KeyGate; uses: KeyUses },
  key: OpenKey,
  groups: RowGroups,
  source: ReadingSource,
  onProgress: (result: Readonly<IngestResult>) => void = () => {},
): Promise<IngestResult> {
  const count = uses.begin(key.keyId);
  return receiveReadings(context, key.industry, allowedGroups(gate, key, groups), source, (soFar) => {
    count(soFar);
    onProgress(soFar);
  });
}

/** Rows that were sent with a key. */
interface SentWithKey {
  readonly key: OpenKey;
  readonly groups: Iterable<readonly SentRow[]>;
}

/** Stores rows of several keys of one industry together, and counts each key's rows on it after the last commit. */
async function sendTogether(
  context: IntakeContext,
  uses: KeyUses,
  sent: readonly SentWithKey[],
  source: ReadingSource,
): Promise<void> {
  const [first] = sent;
  if (first === undefined) return;
  const counts = sent.map(() => ({ received: 0, rejected: 0, reasons: {} as Record<string, number> }));
  let ofKey = counts[0];
  function* groups(): Generator<readonly SentRow[]> {
    for (const [index, { key, groups: own }] of sent.entries()) {
      ofKey = counts[index];
      for (const group of own) yield group.map((row) => allowedRow(row, key));
    }
  }
  await receiveReadings(context, first.key.industry, groups(), source, undefined, (refusal) => {
    // Rows are judged before the next group is asked for.
    if (ofKey === undefined) return;
    ofKey.received += 1;
    if (refusal === null) return;
    ofKey.rejected += 1;
    ofKey.reasons[refusal.code] = (ofKey.reasons[refusal.code] ?? 0) + 1;
  });
  for (const [index, { key }] of sent.entries())
    uses.begin(key.keyId)(counts[index] ?? { received: 0, rejected: 0, reasons: {} });
}

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
  /** Stores rows of several keys of one industry, all of them or, where the promise rejects, perhaps some. */
  sendTogether(sent: readonly SentWithKey[], source: ReadingSource): Promise<void>;
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
    sendTogether: (sent, source) => sendTogether(context, uses, sent, source),
    send: (key, groups, source, onProgress) => sendWithKey(context, { gate, uses }, key, groups, source, onProgress),
  };
}
