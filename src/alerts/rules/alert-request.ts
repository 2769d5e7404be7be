import { z } from 'zod';
import { isOneLine, isPlainText } from '../../kernel/text.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import { type Industry, requireUnit, type StoredUnit } from '../../kernel/industry/industry.ts';
import { isObject } from '../../kernel/json.ts';
import { shapeProblems, storageProblems } from '../../kernel/problems.ts';
import { parseInstant } from '../../kernel/time/instant.ts';
import { MAX_FUTURE_MILLISECONDS } from '../../readings/rules/reading.ts';
import { ASKED_YEARS, isAskedYear } from '../../kernel/time/business-date.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { deniedTitle, titleWords } from './content/title.ts';
import { SEVERITIES, type Severity } from '../../kernel/severity.ts';
import { ALERT_TYPES, type AlertType, type ConditionSettings } from './types.ts';
import type { Unit } from '../../kernel/measure/unit.ts';

/**
 * The measure of an incident's value, threshold and peak.
 * @param unit null: it is of the whole industry
 * @param siUnit measure of the amounts, of the whole industry that of its balance
 */
export function measureOfAlert(
  alertType: AlertType,
  settings: ConditionSettings,
  unit: Unit | null,
  siUnit: string,
): string {
  switch (alertType) {
    case 'device_status':
      return 'min';
    case 'no_flow_n_days':
      return 'days';
    case 'level_exceed':
      return unit?.group === 'STOCK' ? '%' : siUnit;
    case 'no_level_variation_n_days':
      return unit?.group === 'STOCK' ? '%' : siUnit;
    case 'quality_threshold':
      return unit?.params[String(settings['parameter'])]?.siUnit ?? '';
    case 'flow_rate_above_the_range':
    case 'flow_rate_below_the_range':
    case 'flow_rate_back_in_range':
    case 'stable_flow_alert':
      return `${siUnit}/h`;
    case 'water_balance_leakage':
      return unit === null ? siUnit : `${siUnit}/h`;
    default:
      return siUnit;
  }
}

/** An alert that somebody asks to be dispatched (specification, User: alerts). */
export interface AlertRequest {
  readonly type: string;
  readonly alertType: AlertType;
  readonly unit: StoredUnit;
  /** null: it was not said, so the request is no other's repetition. */
  readonly createdOn: EpochMillis | null;
  readonly userIds: readonly string[];
  readonly title: string;
  /** Title of an alert whose claim the readings deny. */
  readonly deniedTitle: string;
  readonly description: string | null;
  readonly severity: Severity;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly unitText: string;
  readonly parameter: string | null;
  /** The device is back online, the flow back in range: nothing is to be done. */
  readonly isOver: boolean;
  /** `meta` as the request has it. */
  readonly meta: Readonly<Record<string, unknown>>;
}

const CREATED_ON = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const MOST_RECIPIENTS = 1000;
const MOST_CHARACTERS = 200;
const MOST_DESCRIPTION_CHARACTERS = 2000;

const A_TEXT = `a text of 1 to ${MOST_CHARACTERS} characters`;
const inOneLine = (schema: z.ZodString) => schema.refine(isOneLine, { error: 'a text in one line' });
const shortText = inOneLine(
  z.string({ error: A_TEXT }).min(1, { error: A_TEXT }).max(MOST_CHARACTERS, { error: A_TEXT }),
);
const A_DESCRIPTION = `a text of at most ${MOST_DESCRIPTION_CHARACTERS} characters`;
const MOST = 1e12;
const A_FIGURE = 'a number of at most 1e12, either way';
const figure = z.number({ error: A_FIGURE }).min(-MOST, { error: A_FIGURE }).max(MOST, { error: A_FIGURE }).nullish();
const SEVERITY = SEVERITIES.join(', ');
const severity = z.enum(SEVERITIES, { error: SEVERITY }).nullish();
const RECIPIENTS = `a list of at most ${MOST_RECIPIENTS} objects {userId}`;

/** The fields that the specification names, and those of `meta` that messages show. Other fields are kept. */
export const alertRequestBody = z.looseObject({
  type: shortText.describe('What the sender calls it, e.g. threshold'),
  recipients: z
    .array(z.looseObject({ userId: shortText }, { error: 'an object {userId}' }), { error: RECIPIENTS })
    .max(MOST_RECIPIENTS, { error: RECIPIENTS })
    .nullish()
    .describe('Users of the industry; without any nothing is sent'),
  title: shortText.nullish(),
  description: z
    .string({ error: A_DESCRIPTION })
    .max(MOST_DESCRIPTION_CHARACTERS, { error: A_DESCRIPTION })
    .refine(isPlainText, { error: 'a text without control characters' })
    .nullish(),
  severity: severity.describe('medium when absent'),
  meta: z.looseObject(
    {
      alertType: z.enum(ALERT_TYPES, { error: ALERT_TYPES.join(', ') }),
      threshold: figure,
      currentValue: figure,
      unit: inOneLine(z.string({ error: 'a text' }).max(MOST_CHARACTERS, { error: A_TEXT }))
        .nullish()
        .describe("What these are measured in; default: the unit's own"),
      parameter: shortText.nullish().describe('Of a quality_threshold'),
      status: shortText.nullish().describe('Of a device_status: offline or online'),
      severity: severity.describe('Used where the body names none'),
    },
    { error: 'an object with alertType' },
  ),
});

export const NOT_IMPLEMENTED = 'Alert type not implemented';

/**
 * Reads a request by the rules of the specification in their order. null: its alert type is none of the sixteen.
 * @throws ServiceError 400 for createdOn (rule 1), 404 for the unit (rule 2), 400 for the shape (rule 7).
 */
export function readAlertRequest(
  body: unknown,
  industry: Pick<Industry, 'units'>,
  now: EpochMillis,
): AlertRequest | null {
  const given = isObject(body) ? body : {};
  const createdOn = readCreatedOn(given['createdOn'], now);
  const unit = readUnit(given['unitId'], industry);
  if (isUnknownType(given)) return null;
  const storage = storageProblems(body);
  const parsed = alertRequestBody.safeParse(body, { reportInput: true });
  if (storage.length > 0 || !parsed.success) {
    const problems = storage.length > 0 || parsed.success ? storage : shapeProblems(parsed.error.issues);
    const [first] = problems;
    throw new ServiceError(400, `Invalid 'body': '${first?.field ?? ''}' ${first?.problem ?? ''}`, problems);
  }
  const { type, recipients, meta, ...told } = parsed.data;
  const { alertType } = meta;
  const [value, threshold, parameter] = [meta.currentValue ?? null, meta.threshold ?? null, meta.parameter ?? null];
  const isOver =
    alertType === 'flow_rate_back_in_range'
    || (alertType === 'device_status' && meta.status?.toLowerCase() === 'online');
  // Spec gap: `type` is a word of the caller's programs, so it is no title.
  const title =
    told.title
    ?? titleWords({
      alertType,
      group: unit.current.group,
      unitName: unit.current.displayName,
      value,
      limit: threshold,
      parameter,
      isOver,
    });
  return {
    type,
    alertType,
    unit,
    createdOn,
    userIds: [...new Set((recipients ?? []).map(({ userId }) => userId))],
    title,
    deniedTitle: told.title ?? deniedTitle(title),
    description: told.description ?? null,
    severity: told.severity ?? meta.severity ?? 'medium',
    value,
    threshold,
    unitText: meta.unit ?? unitTextOf(alertType, unit, parameter),
    parameter,
    isOver,
    meta,
  };
}

/** Spec gap: null counts as absent; any other form than the one named is refused, also other forms of ISO 8601. */
function readCreatedOn(given: unknown, now: EpochMillis): EpochMillis | null {
  if (given === undefined || given === null) return null;
  const instant = typeof given === 'string' && CREATED_ON.test(given) ? parseInstant(given) : null;
  if (instant === null || !isAskedYear(new Date(instant).getUTCFullYear()))
    throw new ServiceError(400, 'Timestamp for createdOn is not in the correct format. Use YYYY-MM-DDTHH:MM:SSZ', [
      { field: 'createdOn', problem: `is not YYYY-MM-DDTHH:MM:SSZ of ${ASKED_YEARS}` },
    ]);
  // Spec gap: clocks of devices may be ahead, as far as those of readings.
  if (instant > now + MAX_FUTURE_MILLISECONDS)
    throw invalid(400, 'createdOn', `is '${String(given)}', more than 24 hours in the future`);
  return instant;
}

/** A value that is no text is no unit of anybody's; a missing one is shown as empty. */
const readUnit = (given: unknown, industry: Pick<Industry, 'units'>): StoredUnit =>
  requireUnit(industry, typeof given === 'string' ? given : given == null ? '' : JSON.stringify(given));

/** Rule 4 comes before rule 7: of a type that nobody knows the shape is not looked at. */
function isUnknownType({ meta }: Readonly<Record<string, unknown>>): boolean {
  const named = isObject(meta) ? meta['alertType'] : undefined;
  return typeof named === 'string' && !ALERT_TYPES.some((type) => type === named);
}

/**
 * The unit of measure of a figure where the request names none. A request tells of a still level by its days, and of a
 * loss by its amount.
 */
function unitTextOf(alertType: AlertType, { current }: StoredUnit, parameter: string | null): string {
  if (alertType === 'no_level_variation_n_days') return 'days';
  const { siUnit } = current;
  return alertType === 'water_balance_leakage' ? siUnit : measureOfAlert(alertType, { parameter }, current, siUnit);
}
