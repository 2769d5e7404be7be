import { REGISTER_GROUPS } from '../../kernel/measure/unit.ts';
import type { ListedUnit } from '../units/choose-units.ts';

/** Text as one word of a shell, whatever it holds. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A unit of those that a key may send; undefined: there is none yet. @param unitIds null: all */
export function unitForCall(units: readonly ListedUnit[], unitIds: readonly string[] | null): ListedUnit | undefined {
  return units.find(
    ({ unitId, virtual, retiredAt }) =>
      !virtual && retiredAt === null && (unitIds === null || unitIds.includes(unitId)),
  );
}

interface Call {
  /** Origin of the service as the sender reaches it. */
  readonly service: string;
  readonly key: string;
  readonly unit: Pick<ListedUnit, 'unitId' | 'kind' | 'params'>;
  /** Instant of the reading, ISO 8601. */
  readonly createdOn: string;
}

/**
 * A command that sends a first reading with a key. Its figures are names in capitals. The API refuses them, because
 * a reading that nobody has measured would become a figure.
 */
export function firstCall({ service, key, unit: { unitId, kind, params }, createdOn }: Call): string {
  const names = Object.keys(params);
  const measured = REGISTER_GROUPS.includes(kind)
    ? { summedValue: 'REGISTER' }
    : kind === 'QUALITY' && names.length > 0
      ? { paramValue: Object.fromEntries(names.map((name) => [name, 'VALUE'])) }
      : { value: 'VALUE' };
  const body = JSON.stringify({ readings: [{ unitId, createdOn, ...measured }] });
  return [
    `curl -X POST ${quoted(`${service}/api/external/readings`)}`,
    `-H ${quoted(`Authorization: Bearer ${key}`)}`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(body)}`,
  ].join(' \\\n  ');
}
