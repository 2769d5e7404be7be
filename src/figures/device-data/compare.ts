import type { DataContext } from '../../context.ts';
import { inPieces } from '../../kernel/pieces.ts';
import { asUnits, keepSubCategories, requireCategory, unitsOf } from '../rules/device-data/categories.ts';
import { formatCategoryInSteps } from '../rules/device-data/format-category.ts';
import { type DeviceDataType, type Span, spanOf } from '../rules/figures/span.ts';
import type { Category, Industry } from '../../kernel/industry/industry.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { lastUpdatedTime } from './last-updated.ts';
import { readSpans } from '../read-spans.ts';
import { withRetired } from '../../kernel/industry/retired.ts';

/**
 * One side of a comparison: its range and the units or sub-categories it shows. `to` is the end of a CUSTOM range,
 * otherwise a second chart to compare with.
 */
interface CompareSide {
  readonly from: BusinessDate;
  readonly to: BusinessDate | null;
  readonly ids: readonly string[];
}

interface CompareRequest {
  readonly a: CompareSide;
  readonly b: CompareSide;
  readonly category: string;
  readonly divisionFactor: number;
  readonly type: DeviceDataType;
  readonly by: 'UNIT' | 'SUB_CATEGORY';
}

/**
 * GET deviceDataV2/compare: two independent fetches laid out by one category. Units the industry does not have are left
 * out and named. Unknown sub-categories are left out silently, as the specification has it.
 * @throws ServiceError 1401 for an unknown category, 1403 for a CUSTOM range that is too long or ends before it begins.
 */
export async function compareDeviceData(context: DataContext, inUse: Industry, request: CompareRequest) {
  const industry = withRetired(inUse);
  const category = requireCategory(industry, request.category);
  const sideOf = (side: CompareSide, names: { readonly from: string; readonly to: string }) => ({
    span: spanOf({ type: request.type, from: side.from, to: side.to, names }),
    compared:
      request.type === 'CUSTOM' || side.to === null
        ? null
        : spanOf({ type: request.type, from: side.to, to: null, names }),
    // Spec gap: ids that are no unit of the industry are told as they were asked; of sub-categories none are.
    notFound: request.by === 'UNIT' ? [...new Set(side.ids)].filter((unitId) => !industry.units.has(unitId)) : [],
    category: request.by === 'UNIT' ? asUnits(industry, category, side.ids) : keepSubCategories(category, side.ids),
  });
  const a = sideOf(request.a, { from: 'dateA1', to: 'dateA2' });
  const b = sideOf(request.b, { from: 'dateB1', to: 'dateB2' });
  const read = (side: Side) => readSide(context, industry, side, request.divisionFactor);
  const [data1, data2] = await Promise.all([read(a), read(b)]);
  return { data1, data2 };
}

interface Side {
  readonly span: Span;
  readonly compared: Span | null;
  readonly category: Category;
  readonly notFound: readonly string[];
}

async function readSide(
  context: DataContext,
  industry: Industry,
  { category, span, compared, notFound }: Side,
  divisionFactor: number,
) {
  const unitIds = unitsOf(industry, [category]);
  const figures = async (of: Span) => {
    const spans = await readSpans(context, industry, unitIds, of);
    const layout = { divisionFactor, energyDetail: false };
    const formatted = await inPieces(formatCategoryInSteps(category, spans, layout));
    const { value: _value, subCategories, ...total } = formatted;
    return { subCategories, total };
  };
  const [{ subCategories, total }, second, newest] = await Promise.all([
    figures(span),
    compared === null ? null : figures(compared),
    lastUpdatedTime(context, industry, unitIds),
  ]);
  return {
    subCategories,
    lastUpdatedTime: newest,
    ...total,
    ...(second === null ? {} : { comparison: { subCategories: second.subCategories, ...second.total } }),
    ...(notFound.length === 0 ? {} : { notFound }),
  };
}
