import { plainArray } from '../../platform/database/array-literal.ts';
import { dateOrNull, type Querier } from '../../platform/database/database.ts';
import type { AnnotatedTime, Annotation } from '../rules/annotation.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';

interface AnnotationRow extends Omit<Annotation, 'fromEpochMs' | 'toEpochMs' | 'createdAt' | 'updatedAt'> {
  readonly fromAt: string;
  readonly toAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const toAnnotation = ({ fromAt, toAt, createdAt, updatedAt, ...same }: AnnotationRow): Annotation => ({
  ...same,
  fromEpochMs: Date.parse(fromAt),
  toEpochMs: toAt === null ? null : Date.parse(toAt),
  createdAt: new Date(createdAt),
  updatedAt: new Date(updatedAt),
});

interface AnnotationFilter {
  /** Null: all units. Annotations of the whole site are always among them. */
  readonly unitKeys: readonly number[] | null;
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
  readonly limit: number;
}

/** Annotations around a period, those that begin first. The rules say which of them touch it. */
export const listAnnotations = async (
  db: Querier,
  industryKey: number,
  { unitKeys, startEpochMs, endEpochMs, limit }: AnnotationFilter,
): Promise<Annotation[]> =>
  (
    await db.many<AnnotationRow>('annotations.list', {
      industryKey,
      unitKeys: unitKeys === null ? null : plainArray(unitKeys),
      fromAt: new Date(startEpochMs),
      toAt: new Date(endEpochMs),
      limit,
    })
  ).map(toAnnotation);

/** One annotation that stands; null: there is none of this id. */
export async function findAnnotation(
  db: Querier,
  industryKey: number,
  annotationId: string,
): Promise<Annotation | null> {
  const row = await db.maybeOne<AnnotationRow>('annotations.find', { industryKey, annotationId });
  return row === null ? null : toAnnotation(row);
}

/** Locks one annotation against other writers until the transaction ends, and reads it; null: there is none. */
export async function holdAnnotation(
  transaction: Querier,
  industryKey: number,
  annotationId: string,
): Promise<Annotation | null> {
  const held = await transaction.maybeOne('annotations.hold', { industryKey, annotationId });
  return held === null ? null : findAnnotation(transaction, industryKey, annotationId);
}

/** An annotation as it is to be stored, with the person and the instant. */
interface AnnotationWrite extends AnnotatedTime {
  /** Null: the whole site. */
  readonly unitKey: number | null;
  readonly text: string;
  readonly by: string;
  readonly at: Date;
}

const valuesOf = (industryKey: number, { unitKey, fromEpochMs, toEpochMs, text, by, at }: AnnotationWrite) => ({
  industryKey,
  unitKey,
  fromAt: new Date(fromEpochMs),
  toAt: dateOrNull(toEpochMs),
  text,
  by,
  at,
});

/** Adds an annotation, unless an equal one stands. @returns the id of either */
export async function addAnnotation(
  transaction: Querier,
  industryKey: number,
  write: AnnotationWrite,
): Promise<{ readonly annotationId: string; readonly isNew: boolean }> {
  const values = valuesOf(industryKey, write);
  await transaction.one('annotations.hold_industry', { industryKey });
  const equal = await transaction.maybeOne<{ annotationId: string }>('annotations.find_equal', values);
  if (equal !== null) return { ...equal, isNew: false };
  return { ...(await transaction.one<{ annotationId: string }>('annotations.add', values)), isNew: true };
}

/** Writes the next version of an annotation that the caller holds. */
export async function replaceAnnotation(
  transaction: Querier,
  industryKey: number,
  { annotationId, ...write }: AnnotationWrite & { readonly annotationId: string },
): Promise<void> {
  await transaction.many('annotations.change', { ...valuesOf(industryKey, write), annotationId });
}

/** An annotation that the caller holds is told no more. */
export async function endAnnotation(
  transaction: Querier,
  industryKey: number,
  { annotationId, by, at }: Pick<AnnotationWrite, 'by' | 'at'> & { readonly annotationId: string },
): Promise<void> {
  await transaction.many('annotations.withdraw', { industryKey, annotationId, by, at });
}
