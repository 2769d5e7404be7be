import { numberOrNull } from '../../figures/rules/processors/numbers.ts';
import { type Industry, requireUnit, type SubCategory } from '../../kernel/industry/industry.ts';
import { type CustomLayout, readCustomBody } from './custom-body.ts';
import { CUSTOM_SERVICES, type CustomService } from './custom-columns.ts';
import type { ReportInput, ReportRequest } from './input.ts';
import { type ReportMeter, type MeterGroup, meterGroups, unitIdsOf } from './meters.ts';
import type { ReportService } from './terms.ts';
import {
  boreGroupings,
  energyGroupings,
  qualityGroupings,
  stockGroupings,
  type UnitGrouping,
  waterGroupings,
  wellGroupings,
  zoneGroupings,
} from './service-units.ts';

const GROUPINGS: Readonly<Record<CustomService, (industry: Industry) => readonly UnitGrouping[]>> = {
  custom_water: waterGroupings,
  custom_energy: energyGroupings,
  custom_level: (industry) => [...stockGroupings(industry), ...wellGroupings(industry)],
  custom_quality: qualityGroupings,
  custom_withdrawal: withdrawals,
};

/** Spec gap: withdrawals are not defined. Bores give them; where no meter is called a bore, the sources do. */
function withdrawals(industry: Industry): readonly UnitGrouping[] {
  const bores = boreGroupings(industry);
  return bores.length > 0 ? bores : zoneGroupings(industry, []);
}

/** @throws ServiceError 1430 as readCustomBody says. */
export const customLayout = (
  service: CustomService,
  industry: Industry,
  { body }: Pick<ReportRequest, 'body'>,
): CustomLayout =>
  readCustomBody(
    service,
    body,
    new Map(
      unitIdsOf(industry, GROUPINGS[service](industry)).map((unitId) => [
        unitId,
        requireUnit(industry, unitId).current,
      ]),
    ),
  );

/** Units that the body names, or all of the service. */
export const customUnits = (service: CustomService, industry: Industry, layout: CustomLayout): readonly string[] =>
  layout.units ?? unitIdsOf(industry, GROUPINGS[service](industry));

/** The service as a custom one, which takes a body; undefined: it is none. */
export const customServiceOf = (service: ReportService): CustomService | undefined =>
  CUSTOM_SERVICES.find((custom) => custom === service);

/** True for a report about some units of its service: by the query, by its body, or by its sub-categories. */
export function choosesUnits(industry: Industry, request: ReportRequest): boolean {
  if (request.unitIds !== null) return true;
  if (request.service === 'smart_city') return request.subCategories.length > 0;
  const custom = customServiceOf(request.service);
  return custom !== undefined && customLayout(custom, industry, request).units !== null;
}

/** Units with their figures, grouped and ordered as the body asks. */
export function customGroups(service: CustomService, input: ReportInput, layout: CustomLayout): readonly MeterGroup[] {
  const wanted = layout.units === null ? null : new Set(layout.units);
  const groupings = GROUPINGS[service](input.industry).flatMap((grouping): UnitGrouping[] => {
    const kept = grouping.category.subCategories.flatMap((sub): SubCategory[] => {
      const units = sub.units.filter((unitId) => wanted?.has(unitId) !== false);
      return units.length === 0 ? [] : [{ ...sub, units }];
    });
    const units = [...new Set(kept.flatMap((sub) => sub.units))];
    const whole = { id: grouping.title, displayName: grouping.title, units };
    const subCategories = layout.groupBy === 'none' ? [whole] : kept;
    return units.length === 0 ? [] : [{ ...grouping, category: { ...grouping.category, subCategories } }];
  });
  return meterGroups(input, groupings).map((group) => ordered(group, layout));
}

function ordered(group: MeterGroup, layout: CustomLayout): MeterGroup {
  const areas = group.areas.map((area) => ({ ...area, meters: inOrder(area.meters, layout) }));
  return { ...group, areas, meters: [...new Set(areas.flatMap(({ meters }) => meters))] };
}

function inOrder(meters: readonly ReportMeter[], { orderBy, units }: CustomLayout): readonly ReportMeter[] {
  switch (orderBy) {
    case 'given':
      return units === null
        ? meters
        : meters.toSorted((a, b) => units.indexOf(a.shown.unitId) - units.indexOf(b.shown.unitId));
    case 'name':
      return meters.toSorted((a, b) => a.shown.unitName.localeCompare(b.shown.unitName, 'en'));
    case 'value':
      return meters.toSorted(
        (a, b) => (numberOrNull(b.shown.value) ?? -Infinity) - (numberOrNull(a.shown.value) ?? -Infinity) || 0,
      );
  }
}
