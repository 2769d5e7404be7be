import type { Metered } from './meter.ts';
import type { VolumeCurve } from './volume-curve.ts';

/** Groups of standardCategoryId that batch processing knows (specification, Category). */
export const UNIT_GROUPS = [
  'FLOW',
  'CONSUMPTION',
  'ENERGY',
  'STOCK',
  'GROUND_WATER_LEVEL',
  'QUALITY',
  'VIRTUAL',
] as const;
export type UnitGroup = (typeof UNIT_GROUPS)[number];

/** Every standardCategoryId of the specification and the group whose processor computes its figures. */
export const GROUP_OF_STANDARD_CATEGORY: Readonly<Record<string, UnitGroup>> = {
  FLOW_CATEGORY: 'FLOW',
  sourceCategory: 'FLOW',
  FLOW: 'FLOW',
  CONSUMPTION: 'CONSUMPTION',
  CONSUMPTION_CATEGORY: 'CONSUMPTION',
  ENERGY_CATEGORY: 'ENERGY',
  ENERGY_MULTI: 'ENERGY',
  energyCategory: 'ENERGY',
  ENERGY: 'ENERGY',
  STOCK_CATEGORY: 'STOCK',
  stockCategory: 'STOCK',
  STOCK: 'STOCK',
  QUALITY_CATEGORY: 'QUALITY',
  qualityCategory: 'QUALITY',
  QUALITY: 'QUALITY',
  GROUND_WATER_LEVEL: 'GROUND_WATER_LEVEL',
  virtualCategory: 'VIRTUAL',
  VIRTUAL_CATEGORY: 'VIRTUAL',
  VIRTUAL: 'VIRTUAL',
};

/** Groups whose figures are levels, of which the last one counts. */
export const LEVEL_GROUPS: readonly UnitGroup[] = ['STOCK', 'GROUND_WATER_LEVEL'];

/** Groups whose readings carry a meter's register. */
export const REGISTER_GROUPS: readonly UnitGroup[] = ['FLOW', 'CONSUMPTION', 'ENERGY'];

/** The treatment of a register reading that a check classified: it stays in first and last, or is taken out of them. */
export type RegisterCheckAction = 'exclude' | 'keep';

/** Per-unit register checks (`meta.registerChecks`); a check that is absent is off and the literal rule stands. */
export interface RegisterChecks {
  readonly dropout?: RegisterCheckAction;
  readonly glitch?: RegisterCheckAction;
  readonly spike?: RegisterCheckAction;
  /** Digits of the register before it rolls over to 0; declared, never guessed. */
  readonly rolloverDigits?: number;
}

export interface UnitParameter {
  readonly displayName: string;
  readonly siUnit: string;
  /** true: the day's figure is the parameter's last value; false: the mean of its samples. */
  readonly isLatest: boolean;
}

/** One meter, sensor, tank or virtual unit (specification, Unit). Readings are in milli-units of siUnit. */
export interface Unit extends Metered {
  readonly unitId: string;
  readonly displayName: string;
  readonly standardCategoryId: string;
  readonly group: UnitGroup;
  readonly siUnit: string;
  /** Meter multiplier applied to interval and register values. */
  readonly flowFactor: number;
  /** Low-flow cutoff on the raw interval value; a sample counts as non-zero above it. */
  readonly minNonZeroThreshold: number;
  /** Stock units: capacity in the same milli-unit as figures; null for others. */
  readonly maxCapacity: number | null;
  /** Stock units that were surveyed: a reading is percent of the height, and the curve gives the volume. */
  readonly volumeCurve?: VolumeCurve;
  readonly dataUpdateFrequencySeconds: number;
  readonly params: Readonly<Record<string, UnitParameter>>;
  /** Reference power in kW for energy savings; null when none is declared. */
  readonly pRefKilowatts: number | null;
  /** Formula of a virtual unit, null for others. */
  readonly calculations: string | null;
  readonly registerChecks: RegisterChecks | null;
}

/** Fields of a unit that decide its figures. Installed meters are left out: each counts from its own instant. */
export const figureSettings = ({ displayName: _name, meters: _meters, ...settings }: Unit) => settings;

/** Whether readings of a unit may carry named parameters. */
export const mayHaveParameters = ({ group, params }: Pick<Unit, 'group' | 'params'>): boolean =>
  group === 'QUALITY' || Object.keys(params).length > 0;

/** A pause this many times as long as usual is silence. */
export const SILENT_INTERVALS = 3;

/** Minutes without a reading that a unit may have: three update intervals, and no less than a least time. */
export const toleratedSilenceMinutes = (dataUpdateFrequencySeconds: number, leastMinutes: number): number =>
  Math.max(leastMinutes, (SILENT_INTERVALS * dataUpdateFrequencySeconds) / 60);
