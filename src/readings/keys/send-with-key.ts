import type { OpenKey } from '../../platform/login/rules/device-key.ts';
import { isObject } from '../../kernel/json.ts';
import { jsonText, shortenedText } from '../rules/json-text.ts';
import type { IngestResult, ReadingSource, RowGroups } from '../ingest.ts';
import type { IntakeContext } from '../intake.ts';
import { receiveReadings } from '../readings.ts';
import type { SentRow } from '../sent-rows.ts';
import type { KeyGate } from './key-gate.ts';
import type { KeyUses } from './key-uses.ts';

/** A body may take hours to arrive. A key that ends meanwhile is refused within this time. */
const LOOK_MILLISECONDS = 500;

/** Refuses a row whose unit the key does not cover. Other rows are stored. */
function allowedRow(row: SentRow, { keyId, unitIds }: Pick<OpenKey, 'keyId' | 'unitIds'>): SentRow {
  if (unitIds === null || !('row' in row) || !isObject(row.row)) return row;
  const { unitId } = row.row;
  // A text that is no unit's id is refused later, for that reason.
  if (typeof unitId !== 'string' || unitIds.has(unitId)) return row;
  return {
    text: jsonText(row.row),
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
export async function sendWithKey(
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
