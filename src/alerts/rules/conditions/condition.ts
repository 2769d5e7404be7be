import { z } from 'zod';
import type { UnitGroup } from '../../../kernel/measure/unit.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import type {
  AlertInput,
  AlertInputKind,
  Condition,
  ConditionSettings,
  HoldTimes,
  Judged,
  RuleScope,
} from '../types.ts';

/* Fields of settings. Each has bounds, because an instant so far back that no calendar has it stops an evaluation. */

const MOST_MINUTES = 60 * 24 * 60;
const MOST_FIGURE = 1e12;

/** Bounds are checks of zod itself, so that the form of a rule can read them from the schema. */
const figure = (allowed: string, { above, from = -MOST_FIGURE }: { above?: number; from?: number } = {}) => {
  const error = `${allowed}, ${MOST_FIGURE} at most in size`;
  const sized = z.number({ error }).max(MOST_FIGURE, { error });
  return above === undefined ? sized.min(from, { error }) : sized.gt(above, { error });
};

const MINUTES = `a whole number of minutes from 1 to ${MOST_MINUTES}`;
/** Spec gap: 60 days at most. */
export const lengthMinutes = z.int({ error: MINUTES }).min(1, { error: MINUTES }).max(MOST_MINUTES, { error: MINUTES });
export const positiveFigure = figure('a number above 0', { above: 0 });
export const figureFromZero = figure('a number of 0 or more', { from: 0 });
export const figureOrNull = figure('a number or null').nullable().default(null);

type InputOf<K extends AlertInputKind> = Extract<AlertInput, { readonly kind: K }>;

interface ConditionOf<K extends AlertInputKind, S extends z.ZodType<ConditionSettings>> {
  readonly says: string;
  readonly settings: S;
  readonly defaults: HoldTimes;
  /** The kinds of input it can judge. */
  readonly kinds: readonly K[];
  /** Input of the condition for a scope, where the type has several. Absent: the only one. */
  readonly needs?: (scope: RuleScope['kind']) => K;
  readonly window?: Condition['window'];
  readonly groups: readonly UnitGroup[];
  readonly tellsFired?: boolean;
  readonly lookBackMinutes: (settings: z.output<S>) => number;
  readonly judge: (input: InputOf<K>, settings: z.output<S>) => readonly Judged[];
}

/** The condition without the type of its own settings. It parses the settings at each call. */
export function condition<K extends AlertInputKind, S extends z.ZodType<ConditionSettings>>(
  own: ConditionOf<K, S>,
): Condition {
  const [only] = own.kinds;
  if (only === undefined) throw new Error(`'${own.says}' looks at nothing.`);
  const isOwn = (input: AlertInput): input is InputOf<K> => own.kinds.some((kind) => kind === input.kind);
  return {
    says: own.says,
    settings: own.settings,
    defaults: own.defaults,
    needs: own.needs ?? (() => only),
    window: own.window ?? null,
    groups: own.groups,
    tellsFired: own.tellsFired ?? true,
    lookBackMinutes: (settings) => own.lookBackMinutes(own.settings.parse(settings)),
    judge: (input, settings) => {
      if (!isOwn(input)) throw new Error(`'${own.says}' cannot be seen in ${input.kind}.`);
      return own.judge(input, own.settings.parse(settings));
    },
  };
}

/** The first instant after a day belongs to the next one. */
export const lastInstantOf = ({ endEpochMs }: { readonly endEpochMs: EpochMillis }): EpochMillis => endEpochMs - 1;

/** The look of a condition that knows no window. */
export const lookAt = (
  at: number,
  verdict: Judged['verdict'],
  told: Partial<Pick<Judged, 'value' | 'limit' | 'limitKind' | 'excess' | 'provedExcess' | 'afterSilence'>>,
): Judged => ({ at, verdict, window: null, value: null, limit: null, excess: null, afterSilence: false, ...told });
