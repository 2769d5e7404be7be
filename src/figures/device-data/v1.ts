import type { DataContext } from '../../context.ts';
import { notOneOf, requireCategory, unitsOf } from '../rules/device-data/categories.ts';
import { formatLatest, formatV1Unit, type V1Unit } from '../rules/device-data/format-v1.ts';
import { lastDateOf, type Span, spanAround, type V1_TYPES, weekUpTo } from '../rules/figures/span.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { mapInPieces } from '../../kernel/pieces.ts';
import type { Category, Industry } from '../../kernel/industry/industry.ts';
import { dayWindow } from '../../kernel/time/business-clock.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { newestReadings } from '../latest/latest.ts';
import { lastUpdatedTime } from './last-updated.ts';
import { readSpans } from '../read-spans.ts';
import { withRetired } from '../../kernel/industry/retired.ts';

interface V1Request {
  readonly type: (typeof V1_TYPES)[number];
  readonly date1: BusinessDate;
  readonly date2: BusinessDate | null;
  readonly category: string;
  readonly subCategory: string | null;
  readonly divisionFactor: number;
  /** true: every unit carries its newest reading. */
  readonly includeToday: boolean;
}

const QUALITY_CATEGORY = 'qualityCategory';

/**
 * GET deviceData (specification, User: device data v1). Only `categories` is searched.
 * @throws ServiceError 1401 for a category or sub-category that is not there.
 */
export async function readV1(context: DataContext, inUse: Industry, request: V1Request) {
  const industry = withRetired(inUse);
  const category = narrowed(requireCategory(industry, request.category, ['categories']), request.subCategory);
  const unitIds = unitsOf(industry, [category]);
  const read = (date: BusinessDate): Promise<readonly V1Unit[]> =>
    readFormatted(context, industry, unitIds, { span: spanAround(request.type, date), ...request });
  const [units, comparison, newest, qualityWeek] = await Promise.all([
    read(request.date1),
    request.date2 === null ? null : read(request.date2),
    lastUpdatedTime(context, industry, unitIds),
    readQualityWeek(context, industry, request),
  ]);
  return {
    units: request.includeToday ? await withLatest(context, industry, units, request.divisionFactor) : units,
    comparison: comparison === null ? null : { units: comparison },
    lastUpdatedTime: newest,
    qualityWeek,
  };
}

async function readFormatted(
  context: DataContext,
  industry: Industry,
  unitIds: readonly string[],
  { span, divisionFactor }: { readonly span: Span; readonly divisionFactor: number },
): Promise<readonly V1Unit[]> {
  const last = lastDateOf(span);
  const endEpochMs = last === undefined ? -Infinity : dayWindow(industry.clock, last).endEpochMs;
  const spans = await readSpans(context, industry, unitIds, span);
  const now = context.clock.now();
  return mapInPieces(spans.values(), (one) => formatV1Unit(one, divisionFactor, { now, endEpochMs }));
}

// Spec gap: the answer to an unknown subCategory is not stated. An unknown category gives the same one.
function narrowed(category: Category, subCategoryId: string | null): Category {
  if (subCategoryId === null) return category;
  const subCategories = category.subCategories.filter(({ id }) => id === subCategoryId);
  if (subCategories.length === 0) {
    const known = new Set(category.subCategories.map(({ id }) => id));
    throw new ServiceError(1401, `Invalid subCategory, ${subCategoryId} doesn't exist`, [
      { field: 'subCategory', problem: notOneOf(known) },
    ]);
  }
  return { ...category, subCategories };
}

async function withLatest(
  context: DataContext,
  industry: Industry,
  units: readonly V1Unit[],
  divisionFactor: number,
): Promise<readonly V1Unit[]> {
  const stored = units.flatMap(({ unitId }) => industry.units.get(unitId) ?? []);
  const newest = await newestReadings(context, industry, stored);
  const latest = new Map(newest.map(({ unit, reading }) => [unit.unitId, formatLatest(unit, reading, divisionFactor)]));
  return units.map((formatted) => ({ ...formatted, latest: latest.get(formatted.unitId) ?? null }));
}

async function readQualityWeek(context: DataContext, industry: Industry, { type, date1, date2 }: V1Request) {
  const category = industry.categories.categories.get(QUALITY_CATEGORY);
  if (type !== 'HOUR' || category === undefined) return null;
  const unitIds = unitsOf(industry, [category]);
  const week = (date: BusinessDate) =>
    readFormatted(context, industry, unitIds, { span: weekUpTo(date), divisionFactor: 1 });
  const [units, comparison] = await Promise.all([week(date1), date2 === null ? null : week(date2)]);
  return { units, comparison };
}
