import { list, strict } from '../../kernel/field-kinds.ts';
import { z } from 'zod';
import type { ErrorDetail } from '../../kernel/errors.ts';
import { type Industry, type StoredUnit, subCategoryUnits } from '../../kernel/industry/industry.ts';
import { isObject } from '../../kernel/json.ts';
import { exactToBillionths } from '../../kernel/measure/exact.ts';
import { type Path, problem, refusal, shapeProblems, storageProblems } from '../../kernel/problems.ts';
import { CONDITIONS } from './conditions.ts';
import {
  factorTo,
  measureOfUnit,
  type PrintedCondition,
  printedCondition,
  readPrintedCondition,
} from './printed-condition.ts';
import { ruleFields } from './rule-fields.ts';
import type { RuleDefinition } from './rule.ts';
import { unitsOfRule } from './subjects.ts';
import { ALERT_TYPES, type AlertType, type ConditionSettings, type RuleScope, SCOPE_KINDS } from './types.ts';

/** Spec gap: more units are a sub-category, or the industry. */
const MOST_IDS = 2000;
const ids = list(z.string({ error: 'an id' })).max(MOST_IDS, { error: `a list of at most ${MOST_IDS} ids` });
const SCOPE_NAMES = SCOPE_KINDS.join(', ');

/** The form of the specification, with the fields that this service adds. */
const printedForm = strict({ ...ruleFields, condition: printedCondition, units: ids.default([]) });
/** Our own form: the condition by its type. */
const directForm = strict({
  ...ruleFields,
  alertType: z.enum(ALERT_TYPES, { error: ALERT_TYPES.join(', ') }),
  settings: z.unknown().default({}),
  scope: strict({ kind: z.enum(SCOPE_KINDS, { error: SCOPE_NAMES }), ids: ids.default([]) }).default({
    kind: 'industry',
    ids: [],
  }),
});

type Tenant = Pick<Industry, 'units' | 'categories'>;

/** The watched quantity, as either form gives it. */
interface Watched {
  readonly alertType: AlertType;
  readonly settings: ConditionSettings;
  readonly scope: RuleScope;
}
interface Reading<T> {
  readonly read: T | null;
  readonly problems: readonly ErrorDetail[];
}

/**
 * A body that defines a rule, in the form of the specification (`condition`) or in ours (`alertType`).
 * @throws ServiceError 1430 with every mistake, those of shape and those of sense.
 */
export function readRule(body: unknown, industry: Tenant): RuleDefinition {
  const storage = storageProblems(body);
  if (storage.length > 0) throw refusal(storage);
  const isPrinted = isObject(body) && 'condition' in body;
  const parsed = isPrinted
    ? printedForm.safeParse(body, { reportInput: true })
    : directForm.safeParse(body, { reportInput: true });
  if (!parsed.success) throw refusal([...shapeProblems(parsed.error.issues), ...senseBesides(body, industry)]);
  const form = parsed.data;
  const watched = 'condition' in form ? watchedOfPrinted(form, industry) : watchedOfDirect(form, industry);
  if (watched.read === null) throw refusal(watched.problems);
  const { title, description, severity, lateAfterMinutes, channels, schedule, escalation, isEnabled } = form;
  const { defaults, tellsFired } = CONDITIONS[watched.read.alertType];
  if (!tellsFired && escalation.length > 0)
    throw refusal([
      problem(['escalation'], escalation, 'an empty list, because only the end of such an alert is told'),
    ]);
  const { scope } = watched.read;
  return {
    ...watched.read,
    scope: { ...scope, ids: [...new Set(scope.ids)] },
    title,
    description,
    severity,
    holdMinutes: form.holdMinutes ?? defaults.holdMinutes,
    recoverMinutes: form.recoverMinutes ?? defaults.recoverMinutes,
    lateAfterMinutes,
    channels,
    schedule,
    escalation,
    isEnabled,
  };
}

/** Units that do not exist are told even where other fields do not fit. */
function senseBesides(body: unknown, industry: Tenant): ErrorDetail[] {
  if (!isObject(body)) return [];
  const units = ids.safeParse(body['units'] ?? []);
  return units.success ? scopeProblems({ kind: 'unit', ids: units.data }, industry, ['units']) : [];
}

function watchedOfDirect(form: z.output<typeof directForm>, industry: Tenant): Reading<Watched> {
  const { alertType, scope } = form;
  const settings = settingsOf(alertType, form.settings, (path) => ['settings', ...path]);
  const problems = [
    ...settings.problems,
    ...scopeProblems(scope, industry, ['scope', 'ids']),
    ...groupProblems({ alertType, scope }, industry, ['scope', 'ids']),
  ];
  if (settings.read === null || problems.length > 0) return { read: null, problems };
  return { read: { alertType, scope, settings: settings.read }, problems: [] };
}

const MIXED = 'a list of tanks alone, whose levels are %, or of ground water alone';
const WHOLE_BALANCE =
  'an empty list, because a share is lost of the whole balance; alertType water_balance_leakage takes nights of units';

function watchedOfPrinted(
  { condition, units }: { readonly condition: PrintedCondition; readonly units: readonly string[] },
  industry: Tenant,
): Reading<Watched> {
  const scope: RuleScope = units.length === 0 ? { kind: 'industry', ids: [] } : { kind: 'unit', ids: units };
  const named = units.length === 0 ? [...industry.units.values()] : units.flatMap((id) => industry.units.get(id) ?? []);
  const parameters = new Set(named.flatMap(({ current }) => Object.keys(current.params)));
  const unknown = scopeProblems(scope, industry, ['units']);
  const read = readPrintedCondition(condition, parameters);
  if (!('meaning' in read))
    return { read: null, problems: [problem(['condition', read.field], read.given, read.allowed), ...unknown] };
  const { type, measure, settings: settingsWith } = read.meaning;
  const watching = unitsOfRule({ alertType: type, scope }, industry);
  const factors = new Map(
    watching.map(({ current }) => {
      const siUnit = type === 'quality_threshold' ? measureOf(current.params, condition.parameter) : current.siUnit;
      const own = measureOfUnit(measure, current.group === 'STOCK', siUnit);
      return [own.words, factorTo(own.measure, siUnit, condition.unit)];
    }),
  );
  const [factor, ...others] = new Set(factors.values());
  const isMixed = measure === 'level' && factors.size > 1;
  const misfit =
    !isMixed && watching.length > 0 && (others.length > 0 || factor === null)
      ? [problem(['condition', 'unit'], condition.unit, [...factors.keys()].join(' or '))]
      : [];
  const threshold = exactToBillionths(condition.threshold * (factor ?? 1));
  const settings = settingsOf(type, settingsWith(threshold), () => ['condition', 'threshold']);
  const problems = [
    ...settings.problems,
    ...misfit,
    ...unknown,
    ...(isMixed ? [problem(['units'], units, MIXED)] : []),
    ...(type === 'water_balance_leakage' && units.length > 0 ? [problem(['units'], units, WHOLE_BALANCE)] : []),
    ...groupProblems({ alertType: type, scope }, industry, ['units']),
  ];
  if (settings.read === null || problems.length > 0) return { read: null, problems };
  return { read: { alertType: type, scope, settings: settings.read }, problems: [] };
}

const measureOf = (params: StoredUnit['current']['params'], parameter: string): string =>
  params[parameter]?.siUnit ?? '';

function settingsOf(alertType: AlertType, given: unknown, pathOf: (path: Path) => Path): Reading<ConditionSettings> {
  const parsed = CONDITIONS[alertType].settings.safeParse(given, { reportInput: true });
  if (parsed.success) return { read: parsed.data, problems: [] };
  const problems = shapeProblems(parsed.error.issues.map((issue) => ({ ...issue, path: [...pathOf(issue.path)] })));
  return { read: null, problems };
}

/** Ids that the industry does not have. */
function scopeProblems(scope: RuleScope, industry: Tenant, path: Path): ErrorDetail[] {
  if (scope.kind === 'industry')
    return scope.ids.length === 0 ? [] : [problem(path, scope.ids, 'an empty list, because it is the whole industry')];
  const known = scope.kind === 'unit' ? industry.units : subCategoryUnits(industry);
  const what = scope.kind === 'unit' ? 'a unit' : 'a sub-category';
  return scope.ids.flatMap((id, index) =>
    known.has(id) ? [] : [problem([...path, index], id, `the id of ${what} of the industry`)],
  );
}

/** Units that the condition cannot be held against, and scopes without any other. */
function groupProblems(watched: Pick<Watched, 'alertType' | 'scope'>, industry: Tenant, path: Path): ErrorDetail[] {
  const { groups, needs } = CONDITIONS[watched.alertType];
  if (needs(watched.scope.kind) === 'balance') return [];
  const allowed = `a unit of ${groups.join(', ')}`;
  if (watched.scope.kind === 'unit') {
    if (watched.scope.ids.length === 0) return [problem(path, watched.scope.ids, `a list with ${allowed}`)];
    return watched.scope.ids.flatMap((id, index) => {
      const group = industry.units.get(id)?.current.group;
      return group === undefined || groups.includes(group)
        ? []
        : [
            {
              ...problem([...path, index], id, allowed),
              problem: `is ${JSON.stringify(id)} of ${group}, allowed is ${allowed}`,
            },
          ];
    });
  }
  return unitsOfRule(watched, industry).length === 0
    ? [problem(path, watched.scope.ids, `a scope with ${allowed}`)]
    : [];
}
