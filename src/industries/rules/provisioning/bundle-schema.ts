import { list, name, open, strict } from '../../../kernel/field-kinds.ts';
import { password } from '../../../platform/login/rules/password-field.ts';
import { z } from 'zod';
import {
  accessTokenMinutes,
  atLeastZero,
  byName,
  byParameter,
  checkAction,
  daysOffset,
  email,
  flagField,
  frequencySeconds,
  id,
  multiplier,
  parameterBounds,
  permission,
  phone,
  positive,
  refreshTokenDays,
  registerDigits,
  requestDate,
  role,
  shiftStart,
  shortText,
  standardCategoryId,
  subCategoryId,
  timezone,
  userId,
  username,
  volumeCurve,
  waterSource,
} from './fields.ts';

/** Report services that an industry can switch on (specification, Industry: meta.reports.services). */
const reportServices = strict({
  is_consumption_enabled: flagField.optional(),
  is_rain_water_enabled: flagField.optional(),
  is_stock_enabled: flagField.optional(),
  is_groundwater_enabled: flagField.optional(),
  is_summary_enabled: flagField.optional(),
  is_energy_enabled: flagField.optional(),
  is_quality_enabled: flagField.optional(),
  is_executive_enabled: flagField.optional(),
});

const industrySchema = strict({
  industryId: id,
  industryName: name,
  place: name.nullish(),
  isActive: flagField.optional(),
  test: flagField.optional(),
  daysOffset: daysOffset.nullish(),
  meta: open({
    timezone: timezone.nullish(),
    shift: strict({ startAt: shiftStart }),
    virtualNegativeCalc: flagField.nullish(),
    /** From which business day on a changed timezone, shift or daysOffset counts; absent: from the next one. */
    clockEffectiveFrom: requestDate.nullish(),
    /** Prices of water and energy, for the losses of findings. */
    tariff: strict({
      perCubicMetre: atLeastZero.nullish(),
      perKilowattHour: atLeastZero.nullish(),
      currency: shortText.nullish(),
    }).nullish(),
    reports: strict({ emailIds: list(email).optional(), services: reportServices.optional() }).nullish(),
  }),
  sessionTimeout: strict({
    accessTokenMinutes: accessTokenMinutes.optional(),
    refreshTokenDays: refreshTokenDays.optional(),
  }).nullish(),
});

const parameterSchema = strict({
  displayName: name.nullish(),
  siUnit: shortText.nullish(),
  isLatest: flagField.nullish(),
});

const registerChecksSchema = strict({
  dropout: checkAction.nullish(),
  glitch: checkAction.nullish(),
  spike: checkAction.nullish(),
  rolloverDigits: registerDigits.nullish(),
});

export const unitSchema = strict({
  unitId: id,
  displayName: name,
  standardCategoryId,
  siUnit: shortText,
  flowFactor: multiplier.nullish(),
  minNonZeroThreshold: atLeastZero.nullish(),
  maxCapacity: positive.nullish(),
  dataUpdateFrequency: frequencySeconds.nullish(),
  params: byParameter(parameterSchema).nullish(),
  meta: open({
    pRef: positive.nullish(),
    calculations: z.string({ error: 'a formula as text' }).nullish(),
    registerChecks: registerChecksSchema.nullish(),
    /** Volume of a surveyed tank by the height of its water. The highest point gives the capacity. */
    volumeCurve: volumeCurve.nullish(),
    /** Percent of the quantity that passed, or of a tank's capacity. */
    accuracyPercent: positive.nullish(),
    /** Kind of a source's water, for the water neutrality index. */
    waterSource: waterSource.nullish(),
    /** The water unit that the pump of an energy unit moves, for energy per cubic metre. */
    pumpsUnitId: id.nullish(),
    /** Bounds of parameters, by parameter id. A figure of a day outside them is told as a finding. */
    parameterBounds: byParameter(parameterBounds).nullish(),
    /** First business day of a change of this unit; absent: the running day. */
    effectiveFrom: requestDate.nullish(),
  }).nullish(),
});

const categorySchema = strict({
  standardCategoryId,
  subCategories: list(strict({ id: subCategoryId, displayName: name, units: list(id) })),
});

const userSchema = strict({
  userId,
  email,
  username,
  /** May be absent for an existing user, who keeps his password. */
  password: password.nullish(),
  role,
  permissions: list(permission).optional(),
  emailIds: list(email).optional(),
  phoneNo: phone.nullish(),
});

/**
 * An industry with everything that belongs to it, in one document. An absent section leaves the stored one as it is. A
 * present section replaces the stored one.
 */
export const bundleSchema = strict({
  industry: industrySchema,
  units: list(unitSchema).optional(),
  categories: byName(categorySchema).optional(),
  categoriesV2: byName(categorySchema).optional(),
  standardCategories: byName(categorySchema).optional(),
  users: list(userSchema).optional(),
});

export type Bundle = z.infer<typeof bundleSchema>;
export type BundleIndustry = Bundle['industry'];
export type BundleUnit = z.infer<typeof unitSchema>;
export type BundleUser = z.infer<typeof userSchema>;
