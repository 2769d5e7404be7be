import type { UnitGroup } from '../../kernel/measure/unit.ts';
import type { Texts } from '../texts.ts';
import { STANDARD_CATEGORIES, USUAL_UNITS } from '../units/unit-fields.ts';
import type { IndustryDraft } from './draft.ts';

/*
 * Industries to begin with. Every name is an example in the reader's language, which he changes or removes.
 */

type Name = keyof Texts['templateNames'];

/** Categories of an industry, by the keys to which the specification gives a meaning, and what their units measure. */
export const CATEGORY_KINDS = {
  ID_SOURCE: 'FLOW',
  ID_CONSUMPTION: 'FLOW',
  ID_RAW_WATER_STOCK: 'STOCK',
  ID_RECYCLED_WATER_STOCK: 'STOCK',
  ID_RAIN_WATER: 'FLOW',
  ENERGY_CATEGORY: 'ENERGY',
  GROUND_WATER_LEVEL: 'GROUND_WATER_LEVEL',
  QUALITY_CATEGORY: 'QUALITY',
  virtualCategory: 'VIRTUAL',
} as const satisfies Readonly<Record<string, UnitGroup>>;

interface Template {
  /** Parts by their category, and units by their part. */
  readonly parts: readonly (readonly [keyof typeof CATEGORY_KINDS, Name, readonly Name[]])[];
  /** Fields that a unit has beside its name and what it measures. */
  readonly more: Readonly<Partial<Record<Name, Readonly<Record<string, unknown>>>>>;
}

/** An example; a tank needs one. */
const CAPACITY = { maxCapacity: 100_000 };
const computed = (calculations: string) => ({ meta: { calculations } });

const TEMPLATES = {
  plant: {
    parts: [
      ['ID_SOURCE', 'MAINS', ['MAIN_INLET']],
      ['ID_SOURCE', 'BOREWELLS', ['BOREWELL_1']],
      ['ID_CONSUMPTION', 'PRODUCTION', ['PROCESS_WATER']],
      ['ID_CONSUMPTION', 'UTILITIES', ['COOLING_TOWER', 'BOILER']],
      ['ID_CONSUMPTION', 'DOMESTIC', ['KITCHEN']],
      ['ID_RAW_WATER_STOCK', 'TANKS', ['RAW_WATER_TANK']],
      ['ENERGY_CATEGORY', 'PUMPS', ['PUMP_HOUSE']],
      ['virtualCategory', 'COMPUTED', ['NOT_METERED']],
    ],
    more: {
      RAW_WATER_TANK: CAPACITY,
      NOT_METERED: computed('{MAIN_INLET} + {BOREWELL_1} - {PROCESS_WATER} - {COOLING_TOWER} - {BOILER} - {KITCHEN}'),
    },
  },
  campus: {
    parts: [
      ['ID_SOURCE', 'MAINS', ['MAIN_INLET']],
      ['ID_SOURCE', 'BOREWELLS', ['BOREWELL_1']],
      ['ID_CONSUMPTION', 'HOSTELS', ['HOSTEL_1', 'HOSTEL_2']],
      ['ID_CONSUMPTION', 'BUILDINGS', ['CLASSROOMS', 'LABORATORIES']],
      ['ID_CONSUMPTION', 'DOMESTIC', ['KITCHEN']],
      ['ID_CONSUMPTION', 'GARDENS', ['GARDEN']],
      ['ID_RAW_WATER_STOCK', 'TANKS', ['OVERHEAD_TANK']],
      ['ENERGY_CATEGORY', 'PUMPS', ['PUMP_HOUSE']],
    ],
    more: { OVERHEAD_TANK: CAPACITY },
  },
  supplier: {
    parts: [
      ['ID_SOURCE', 'INTAKES', ['RIVER_INTAKE']],
      ['ID_SOURCE', 'BOREWELLS', ['BOREWELL_1']],
      ['ID_CONSUMPTION', 'ZONES', ['ZONE_NORTH', 'ZONE_SOUTH']],
      ['ID_RAW_WATER_STOCK', 'RESERVOIRS', ['RESERVOIR_1']],
      ['ENERGY_CATEGORY', 'PUMPS', ['PUMP_HOUSE']],
      ['GROUND_WATER_LEVEL', 'WELLS', ['OBSERVATION_WELL']],
      ['QUALITY_CATEGORY', 'LABORATORY', ['OUTLET_QUALITY']],
      ['virtualCategory', 'COMPUTED', ['NOT_ACCOUNTED']],
    ],
    more: {
      RESERVOIR_1: CAPACITY,
      OUTLET_QUALITY: { params: { pH: {}, chlorine: { siUnit: 'mg/L' }, turbidity: { siUnit: 'NTU' } } },
      NOT_ACCOUNTED: computed('{RIVER_INTAKE} + {BOREWELL_1} - {ZONE_NORTH} - {ZONE_SOUTH}'),
    },
  },
} as const satisfies Readonly<Record<string, Template>>;

export const TEMPLATE_NAMES = ['plant', 'campus', 'supplier'] as const;
type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** The draft that a template makes. The industry itself has no name yet. */
export function draftOfTemplate(name: TemplateName, { templateNames }: Texts): IndustryDraft {
  const { parts, more }: Template = TEMPLATES[name];
  const categoriesV2: IndustryDraft['categoriesV2'] = {};
  for (const [categoryKey, part, units] of parts) {
    const standardCategoryId = STANDARD_CATEGORIES[CATEGORY_KINDS[categoryKey]];
    categoriesV2[categoryKey] ??= { standardCategoryId, subCategories: [] };
    const { subCategories } = categoriesV2[categoryKey];
    subCategories.push({ id: part, displayName: templateNames[part], units: [...units] });
  }
  return {
    industry: {
      industryId: '',
      industryName: '',
      meta: { timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' } },
    },
    units: parts.flatMap(([categoryKey, , units]) =>
      units.map((unitId) => ({
        unitId,
        displayName: templateNames[unitId],
        standardCategoryId: STANDARD_CATEGORIES[CATEGORY_KINDS[categoryKey]],
        siUnit: USUAL_UNITS[CATEGORY_KINDS[categoryKey]],
        ...more[unitId],
      })),
    ),
    categoriesV2,
  };
}
