import { list, name, strict } from '../../../kernel/field-kinds.ts';
import { z } from 'zod';
import type { ErrorDetail } from '../../../kernel/errors.ts';
import type { Industry } from '../../../kernel/industry/industry.ts';
import { isObject } from '../../../kernel/json.ts';
import { problem, refusal, shapeProblems, storageProblems } from '../../../kernel/problems.ts';
import { parseInstant } from '../../../kernel/time/instant.ts';
import { HOUR_MS } from '../../../kernel/time/durations.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** Spec gap: number of units of a key. A longer list is better served by a key of the whole industry. */
const MOST_UNITS = 2000;
const unitIds = list(z.string({ error: 'an id' }))
  .min(1, { error: 'at least one id, or null for all units of the industry' })
  .max(MOST_UNITS, { error: `a list of at most ${MOST_UNITS} ids` });
const creation = strict({
  name,
  units: unitIds.nullable().default(null),
  sourceId: z.uuid({ error: 'the id of a source, or null' }).nullable().default(null),
  expiresAt: z.string({ error: 'an instant, or null' }).nullable().default(null),
});

/** Spec gap: overlap of a rotated key. The longest leaves a season to reach devices in the field. */
const DEFAULT_OVERLAP_HOURS = 24;
const MOST_OVERLAP_HOURS = 24 * 90;
const OVERLAP = `a number from 0 to ${MOST_OVERLAP_HOURS}`;
const rotation = strict({
  overlapHours: z
    .number({ error: OVERLAP })
    .min(0, { error: OVERLAP })
    .max(MOST_OVERLAP_HOURS, { error: OVERLAP })
    .default(DEFAULT_OVERLAP_HOURS),
});

/** Fields of a key that somebody asks for. */
interface KeyWish {
  readonly name: string;
  /** null: all units of the industry. */
  readonly unitIds: readonly string[] | null;
  /** The source for whose units alone it sends; null: of none. */
  readonly sourceId: string | null;
  /** null: never. */
  readonly expiresAt: EpochMillis | null;
}

/** @throws ServiceError 1430 with every mistake. */
export function readKeyWish(
  body: unknown,
  industry: Pick<Industry, 'industryId' | 'units'>,
  now: EpochMillis,
): KeyWish {
  const storage = storageProblems(body);
  if (storage.length > 0) throw refusal(storage);
  const parsed = creation.safeParse(body, { reportInput: true });
  const problems = [
    ...(parsed.success ? [] : shapeProblems(parsed.error.issues)),
    ...senseProblems(body, industry, now),
  ];
  if (!parsed.success || problems.length > 0) throw refusal(problems);
  const { name: called, units, sourceId, expiresAt } = parsed.data;
  return {
    name: called,
    sourceId,
    unitIds: units === null ? null : [...new Set(units)],
    expiresAt: expiresAt === null ? null : parseInstant(expiresAt),
  };
}

/** Checks that hold between fields, made even where other fields have mistakes. */
function senseProblems(
  body: unknown,
  { industryId, units }: Pick<Industry, 'industryId' | 'units'>,
  now: EpochMillis,
): ErrorDetail[] {
  if (!isObject(body)) return [];
  if (typeof body['sourceId'] === 'string' && Array.isArray(body['units']))
    return [problem(['units'], body['units'], 'null for a key of a source, which sends for the units of the source')];
  const named = unitIds.safeParse(body['units']);
  const ofUnits = (named.success ? named.data : []).flatMap((unitId, index): ErrorDetail[] => {
    const unit = units.get(unitId);
    if (unit === undefined) return [problem(['units', index], unitId, `a unit of industry ${industryId}`)];
    return unit.current.group === 'VIRTUAL'
      ? [problem(['units', index], unitId, 'a unit that takes readings, and this one is virtual')]
      : [];
  });
  const expiresAt = body['expiresAt'];
  if (typeof expiresAt !== 'string') return ofUnits;
  const instant = parseInstant(expiresAt);
  if (instant === null)
    return [...ofUnits, problem(['expiresAt'], expiresAt, 'an ISO 8601 instant with offset, or null')];
  return instant <= now ? [...ofUnits, problem(['expiresAt'], expiresAt, 'an instant in the future')] : ofUnits;
}

/**
 * The overlap, in milliseconds.
 * @throws ServiceError 1430 with every mistake.
 */
export function readOverlap(body: unknown): number {
  const parsed = rotation.safeParse(body, { reportInput: true });
  if (!parsed.success) throw refusal(shapeProblems(parsed.error.issues));
  return parsed.data.overlapHours * HOUR_MS;
}
