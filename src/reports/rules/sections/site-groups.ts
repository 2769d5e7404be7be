import type { Section } from '../document.ts';
import { parameterTable } from '../builders/quality.ts';
import { tankTable, wellTable } from '../builders/level.ts';
import { unitTable } from '../builders/flow-report.ts';
import { BALANCE_CATEGORY_KEYS } from '../../../balance/rules/placement.ts';
import { findCategory, type Industry } from '../../../kernel/industry/industry.ts';
import type { ReportInput } from '../input.ts';
import { type MeterGroup, meterGroups, unitIdsOf } from '../meters.ts';
import {
  energyGroupings,
  qualityGroupings,
  stockGroupings,
  type UnitGrouping,
  waterGroupings,
  wellGroupings,
  usedEnergy,
} from '../service-units.ts';
import { comparedTotal, type ComparedTotal } from '../compared.ts';
import { reportTextsOf } from '../report-texts.ts';

/** The few totals that describe a site; null where the industry has no such meter. */
export interface SiteTotals {
  readonly supply: ComparedTotal | null;
  readonly use: ComparedTotal | null;
  readonly energy: ComparedTotal | null;
  /** Water use of the site: its uses where they are measured, else its supply. */
  readonly water: ComparedTotal | null;
}

/** Title of a site's water figure. */
export function waterTitle({ request }: ReportInput, { water, use }: SiteTotals): string {
  const t = reportTextsOf({ request });
  if (water === use) return request.unitIds === null ? t('waterUsed') : t('waterUsedChosen');
  return request.unitIds === null ? t('waterTaken') : t('waterTakenChosen');
}

export function siteTotals(input: ReportInput): SiteTotals {
  const of = (key: string): ComparedTotal | null => comparedTotal(input, findCategory(input.industry, key));
  const supply = of(BALANCE_CATEGORY_KEYS.inflow) ?? of('sourceCategory');
  const use = of(BALANCE_CATEGORY_KEYS.outflow);
  const energy = comparedTotal(input, usedEnergy(input.industry)?.category ?? null);
  return { supply, use, energy, water: use?.total.value != null ? use : (supply ?? use) };
}

export type SiteKind = 'water' | 'energy' | 'tanks' | 'wells' | 'quality';

const GROUPINGS: Readonly<Record<SiteKind, (industry: Industry) => readonly UnitGrouping[]>> = {
  water: waterGroupings,
  energy: energyGroupings,
  tanks: stockGroupings,
  wells: wellGroupings,
  quality: qualityGroupings,
};
export const SITE_KINDS: readonly SiteKind[] = ['water', 'energy', 'tanks', 'wells', 'quality'];

/** Every unit of a site that a report can show. */
export const unitsOfSite = (industry: Industry): readonly string[] =>
  unitIdsOf(
    industry,
    SITE_KINDS.flatMap((kind) => GROUPINGS[kind](industry)),
  );

/** Units of a site by kind of measurement. */
export const siteGroups = (input: ReportInput, kinds: readonly SiteKind[] = SITE_KINDS): readonly MeterGroup[] =>
  kinds.flatMap((kind) => meterGroups(input, GROUPINGS[kind](input.industry)));

/** A table for each group, in the layout of its service. */
export const siteTables = (input: ReportInput, kinds: readonly SiteKind[] = SITE_KINDS): readonly Section[] =>
  kinds.flatMap((kind) =>
    meterGroups(input, GROUPINGS[kind](input.industry)).map((group) => tableOf(input, kind, group)),
  );

function tableOf(input: ReportInput, kind: SiteKind, group: MeterGroup): Section {
  switch (kind) {
    case 'water':
      return unitTable(input, { totalTitle: reportTextsOf(input)('volume') }, group);
    case 'energy':
      return unitTable(input, { totalTitle: reportTextsOf(input)('energy') }, group);
    case 'tanks':
      return tankTable(input, group);
    case 'wells':
      return wellTable(input, group);
    case 'quality':
      return parameterTable(input, group);
  }
}
