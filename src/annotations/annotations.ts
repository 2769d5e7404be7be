import type { DataContext } from '../context.ts';
import { ServiceError } from '../kernel/errors.ts';
import { type Industry, requireUnit } from '../kernel/industry/industry.ts';
import { withRetired } from '../kernel/industry/retired.ts';
import { dayWindow } from '../kernel/time/business-clock.ts';
import { writeIso } from '../kernel/time/iso.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { type ExpectedVersion, requireVersion } from '../kernel/versions/if-match.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import type { Querier } from '../platform/database/database.ts';
import type { Actor } from '../platform/login/rules/caller.ts';
import type { AuditVerb } from '../platform/login/rules/audit-verbs.ts';
import { type AnnotatedTime, type Annotation, MOST_LISTED, touches } from './rules/annotation.ts';
import {
  addAnnotation,
  endAnnotation,
  findAnnotation,
  holdAnnotation,
  listAnnotations,
  replaceAnnotation,
} from './store/annotations.ts';

/** Annotations of a period, those that begin first. */
interface AnnotationsOfPeriod {
  readonly annotations: readonly Annotation[];
  /** False: there are more than are listed. */
  readonly isComplete: boolean;
}

interface AskedAnnotations {
  /** Units whose annotations are asked for, beside those of the whole site; null: all. */
  readonly unitIds: readonly string[] | null;
  /** First and last business day, both included. */
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/**
 * Annotations that touch business days. Those of the whole site are told with every unit, because they are about it,
 * too.
 * @throws ServiceError 404 for a unit that is not the industry's.
 */
export async function readAnnotations(
  { database }: { readonly database: Querier },
  industry: Industry,
  { unitIds, from, to }: AskedAnnotations,
): Promise<AnnotationsOfPeriod> {
  const { clock, industryKey } = industry;
  const period = { startEpochMs: dayWindow(clock, from).startEpochMs, endEpochMs: dayWindow(clock, to).endEpochMs };
  const unitKeys = unitIds?.map((unitId) => unitKeyOf(industry, unitId)) ?? null;
  const found = await listAnnotations(database, industryKey, { unitKeys, ...period, limit: MOST_LISTED + 1 });
  return {
    annotations: found.slice(0, MOST_LISTED).filter((annotation) => touches(annotation, period)),
    isComplete: found.length <= MOST_LISTED,
  };
}

/** @throws ServiceError 404 for an id of which the industry has no annotation that stands. */
export async function readAnnotation(
  { database }: { readonly database: Querier },
  { industryKey }: Industry,
  annotationId: string,
): Promise<Annotation> {
  const found = await findAnnotation(database, industryKey, annotationId);
  if (found === null) throw unknownAnnotation(annotationId);
  return found;
}

/** An annotation as somebody wants it. */
interface WantedAnnotation extends AnnotatedTime {
  /** Null: the whole site. */
  readonly unitId: string | null;
  readonly text: string;
}

interface AnnotationChange {
  readonly annotationId: string;
  readonly by: Actor;
  /** The version that must be in force; null: whichever it is. */
  readonly expected: ExpectedVersion | null;
}

/**
 * Adds an annotation. One that says the same stays as it is, as after a second click.
 * @throws ServiceError 404 for a unit that is not the industry's.
 */
export async function createAnnotation(
  { database, clock }: DataContext,
  industry: Industry,
  wanted: WantedAnnotation,
  by: Actor,
): Promise<Annotation> {
  const { industryKey } = industry;
  const at = clock.now();
  const write = writeOf(industry, wanted, by, at);
  return database.transaction(async (transaction) => {
    const { annotationId, isNew } = await addAnnotation(transaction, industryKey, write);
    const after = await readAnnotation({ database: transaction }, industry, annotationId);
    if (isNew) await audit(transaction, industry, { at, by, verb: 'annotation.create', before: null, after });
    return after;
  });
}

/**
 * Replaces all of an annotation.
 * @throws ServiceError 404 for an id of which the industry has no annotation and for a unit that is not the industry's,
 * 412 when another version is in force than expected. No change is written then.
 */
export async function changeAnnotation(
  context: DataContext,
  industry: Industry,
  wanted: WantedAnnotation,
  change: AnnotationChange,
): Promise<Annotation> {
  const { by, annotationId } = change;
  const at = context.clock.now();
  const write = writeOf(industry, wanted, by, at);
  return held(context, industry, change, async (transaction, before) => {
    await replaceAnnotation(transaction, industry.industryKey, { annotationId, ...write });
    const after = await readAnnotation({ database: transaction }, industry, annotationId);
    await audit(transaction, industry, { at, by, verb: 'annotation.change', before, after });
    return after;
  });
}

/** An annotation is told no more. @throws ServiceError 404 and 412 as {@link changeAnnotation} */
export const withdrawAnnotation = (context: DataContext, industry: Industry, change: AnnotationChange): Promise<void> =>
  held(context, industry, change, async (transaction, before) => {
    const { by, annotationId } = change;
    const at = context.clock.now();
    await endAnnotation(transaction, industry.industryKey, { annotationId, by: by.userId, at: new Date(at) });
    await audit(transaction, industry, { at, by, verb: 'annotation.withdraw', before, after: null });
  });

const unknownAnnotation = (annotationId: string): ServiceError =>
  new ServiceError(404, `There is no annotation ${annotationId} of this industry`);

/** Retired units have figures, so what happened to them may still be noted. */
const unitKeyOf = (industry: Industry, unitId: string): number => requireUnit(withRetired(industry), unitId).unitKey;

const writeOf = (industry: Industry, { unitId, ...wanted }: WantedAnnotation, by: Actor, at: number) => ({
  ...wanted,
  unitKey: unitId === null ? null : unitKeyOf(industry, unitId),
  by: by.userId,
  at: new Date(at),
});

const held = <T>(
  { database }: DataContext,
  { industryKey }: Industry,
  { annotationId, expected }: AnnotationChange,
  change: (transaction: Querier, before: Annotation) => Promise<T>,
): Promise<T> =>
  database.transaction(async (transaction) => {
    const before = await holdAnnotation(transaction, industryKey, annotationId);
    if (before === null) throw unknownAnnotation(annotationId);
    requireVersion(expected, before.version, 'annotation');
    return change(transaction, before);
  });

interface AnnotationAct {
  readonly at: number;
  readonly by: Actor;
  readonly verb: Extract<AuditVerb, `annotation.${string}`>;
  readonly before: Annotation | null;
  readonly after: Annotation | null;
}

const factsOf = (annotation: Annotation | null) =>
  annotation === null
    ? null
    : {
        unitId: annotation.unitId,
        from: writeIso(annotation.fromEpochMs),
        to: annotation.toEpochMs === null ? null : writeIso(annotation.toEpochMs),
        text: annotation.text,
      };

/** The subject is the unit, so that its history shows the act; of the whole site the annotation. */
const audit = (
  transaction: Querier,
  { industryKey }: Industry,
  { at, by, verb, before, after }: AnnotationAct,
): Promise<void> => {
  const { annotationId = '', unitId = null } = after ?? before ?? {};
  return writeAudit(transaction, {
    at,
    actor: by,
    industryKey,
    verb,
    subject: unitId ?? annotationId,
    before: factsOf(before),
    after: factsOf(after),
  });
};
