/** Services whose reports take their layout from the body of the request. */
export const CUSTOM_SERVICES = [
  'custom_water',
  'custom_energy',
  'custom_level',
  'custom_quality',
  'custom_withdrawal',
] as const;
export type CustomService = (typeof CUSTOM_SERVICES)[number];

/** Columns of amounts, of their comparisons and of their certainty. */
const AMOUNTS = [
  'value',
  'share',
  'mean',
  'peak',
  'peakAt',
  'lowest',
  'previous',
  'change',
  'lastYear',
  'changeLastYear',
  'initialRegister',
  'finalRegister',
  'limit',
  'ofLimit',
  'coverage',
  'estimatedShare',
  'offlineTime',
] as const;
const LEVELS = [
  'value',
  'opening',
  'change',
  'percentage',
  'capacity',
  'highest',
  'lowest',
  'mean',
  'coverage',
  'estimatedShare',
  'offlineTime',
] as const;
const QUALITIES = ['value', 'lowest', 'highest', 'low', 'high', 'outside', 'coverage', 'offlineTime'] as const;

export type CustomColumn =
  (typeof AMOUNTS)[number] | (typeof LEVELS)[number] | (typeof QUALITIES)[number] | 'energySaved' | 'savedCoverage';

interface Choice {
  readonly allowed: readonly CustomColumn[];
  /** Spec gap: the columns of a report without a body, or with a body that names none. */
  readonly usual: readonly CustomColumn[];
}

/** Columns that the body of a custom service may name, and the usual ones. */
export const CUSTOM_COLUMNS: Readonly<Record<CustomService, Choice>> = {
  custom_water: {
    allowed: AMOUNTS,
    usual: ['value', 'share', 'previous', 'change', 'peak', 'peakAt', 'coverage'],
  },
  custom_energy: {
    allowed: [...AMOUNTS, 'energySaved', 'savedCoverage'],
    usual: ['value', 'share', 'previous', 'change', 'peak', 'peakAt', 'energySaved', 'coverage'],
  },
  custom_level: {
    allowed: LEVELS,
    usual: ['opening', 'value', 'change', 'percentage', 'capacity', 'lowest', 'highest', 'coverage'],
  },
  custom_quality: { allowed: QUALITIES, usual: ['value', 'lowest', 'highest', 'low', 'high', 'outside', 'coverage'] },
  custom_withdrawal: {
    allowed: AMOUNTS,
    usual: ['initialRegister', 'finalRegister', 'value', 'limit', 'ofLimit', 'previous', 'change', 'coverage'],
  },
};

/** Columns of limits, which are empty where no threshold is named. */
const OF_LIMITS: readonly CustomColumn[] = ['limit', 'ofLimit', 'low', 'high', 'outside'];

/** Columns of a report whose body names none. */
export const usualColumns = (service: CustomService, hasThresholds: boolean): readonly CustomColumn[] =>
  CUSTOM_COLUMNS[service].usual.filter((column) => hasThresholds || !OF_LIMITS.includes(column));
