import { plus } from '../../kernel/measure/exact.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { HoldTimes, Judged, JudgedWindow, LimitKind } from './types.ts';

/** Time that a condition has been seen to last. Silence stops the clock, because nobody saw. */
interface Held {
  readonly sinceEpochMs: EpochMillis;
  readonly heldMs: number;
  /** The look before; null after silence. */
  readonly lastEpochMs: EpochMillis | null;
}

/** State of a breach from its first look on. */
interface Breach {
  readonly window: JudgedWindow | null;
  readonly value: number | null;
  readonly limit: number | null;
  readonly limitKind?: LimitKind;
  /** The value farthest beyond its limit. */
  readonly peak: number | null;
  /** Distance of the peak from its limit. */
  readonly peakDistance: number;
  readonly excess: number | null;
}

/** The state by which the machine goes on, as JSON. */
export interface MachineState {
  /** The newest look, and the start of its window; looks up to it are passed by. */
  readonly seen: { readonly epochMs: EpochMillis; readonly windowStartEpochMs: EpochMillis } | null;
  /** A breach that has not fired yet. */
  readonly pending: { readonly held: Held; readonly breach: Breach } | null;
  readonly open: OpenIncident | null;
}

interface OpenIncident {
  /** First look that breached. */
  readonly sinceEpochMs: EpochMillis;
  /** Instant at which the hold time was over. */
  readonly firedEpochMs: EpochMillis;
  readonly breach: Breach;
  /** Time that the condition has been over. */
  readonly recovering: Held | null;
}

interface TransitionBase {
  readonly at: EpochMillis;
  /** First look that breached. */
  readonly sinceEpochMs: EpochMillis;
  readonly windowStartEpochMs: EpochMillis | null;
  readonly value: number | null;
  readonly limit: number | null;
  /** Absent: the condition has one kind of limit. */
  readonly limitKind?: LimitKind;
  readonly peak: number | null;
  /** The excess so far, in shown units. */
  readonly excess: number | null;
}
interface FiredTransition extends TransitionBase {
  readonly kind: 'fired';
}
interface RecoveredTransition extends TransitionBase {
  readonly kind: 'recovered';
  readonly firedEpochMs: EpochMillis;
  /** Time from the first look that breached to the first one that did not any more. */
  readonly durationMs: number;
}
export type MachineTransition = FiredTransition | RecoveredTransition;

export const INITIAL_STATE: MachineState = { seen: null, pending: null, open: null };

interface Stepped {
  readonly state: MachineState;
  readonly transitions: readonly MachineTransition[];
}

/**
 * Advances a state by looks in time order. Looks that the state has seen are skipped, so a stream may be cut anywhere,
 * and parts of it may come twice.
 */
export function step(before: MachineState, looks: readonly Judged[], times: HoldTimes): Stepped {
  const transitions: MachineTransition[] = [];
  let state = before;
  let newest: Judged | null = null;
  for (const look of looks) {
    if (newest === null ? isSeen(before, look) : !isAfter(look, newest.at, windowStartOf(newest))) continue;
    if (look.goesOn !== undefined) {
      const held = state.open === null ? holdOn(state, look, look.goesOn, times) : unchanged(state);
      const [begun] = held.transitions;
      // A reading of just before may be under way, so looks go on behind the last reading unless this one fired.
      if (begun !== undefined) newest = { ...look, at: begun.at };
      transitions.push(...held.transitions);
      state = held.state;
      continue;
    }
    newest = look;
    // Nearly every look changes nothing, so a year of them costs nothing.
    if (state.pending === null && state.open === null && look.verdict !== 'breach') continue;
    const ended = endWindow(state, look);
    const taken = takeLook(ended.state, look, times);
    transitions.push(...ended.transitions, ...taken.transitions);
    state = taken.state;
  }
  if (newest === null) return { state, transitions };
  return {
    state: { ...state, seen: { epochMs: newest.at, windowStartEpochMs: windowStartOf(newest) } },
    transitions,
  };
}

/** Somebody resolved the incident by hand. While the condition lasts, it fires again after its hold time. */
export const resolveByHand = (state: MachineState): MachineState => ({ ...state, pending: null, open: null });

const windowStartOf = (look: Judged): EpochMillis => look.window?.startEpochMs ?? 0;

const isAfter = (look: Judged, epochMs: EpochMillis, windowStartEpochMs: EpochMillis): boolean =>
  look.at > epochMs || (look.at === epochMs && windowStartOf(look) > windowStartEpochMs);

const isSeen = ({ seen }: MachineState, look: Judged): boolean =>
  seen !== null && !isAfter(look, seen.epochMs, seen.windowStartEpochMs);

const unchanged = (state: MachineState): Stepped => ({ state, transitions: [] });

/** A sum over a window ends with the window, also when no look came at its end. */
function endWindow(state: MachineState, look: Judged): Stepped {
  const isOver = ({ window }: Breach): boolean =>
    window !== null && (window.startEpochMs !== look.window?.startEpochMs || look.at >= window.endEpochMs);
  const { open } = state;
  const pending = state.pending !== null && isOver(state.pending.breach) ? null : state.pending;
  if (open === null || open.breach.window === null || !isOver(open.breach)) return unchanged({ ...state, pending });
  // Another clock of the industry may have begun another window before this one had ended.
  const endEpochMs = Math.min(open.breach.window.endEpochMs, look.at);
  return recovered({ ...state, pending }, open, { at: endEpochMs, clearSinceEpochMs: endEpochMs });
}

function takeLook(state: MachineState, look: Judged, times: HoldTimes): Stepped {
  if (look.window !== null && look.at >= look.window.endEpochMs) return unchanged(state);
  return state.open === null ? whileClear(state, look, times) : whileOpen(state, state.open, look, times);
}

function whileClear(state: MachineState, look: Judged, { holdMinutes }: HoldTimes): Stepped {
  const { pending } = state;
  if (look.verdict === 'clear') return unchanged({ ...state, pending: null });
  if (look.verdict === 'unknown')
    return unchanged({ ...state, pending: pending === null ? null : { ...pending, held: silenced(pending.held) } });
  if (pending === null && look.verdict === 'between') return unchanged(state);
  const held = heldOn(pending?.held ?? null, look);
  const breach = withLook(pending?.breach ?? null, look);
  if (look.verdict === 'between' || held.heldMs < holdMinutes * MINUTE_MS)
    return unchanged({ ...state, pending: { held, breach } });
  const sinceEpochMs = toldInstant(look, held.sinceEpochMs);
  return fired(state, { sinceEpochMs, firedEpochMs: toldInstant(look, look.at), breach, recovering: null });
}

/** A breach that goes on fires at the very end of its hold time, because it lasted between the looks. */
function holdOn(state: MachineState, look: Judged, sinceEpochMs: EpochMillis, { holdMinutes }: HoldTimes): Stepped {
  const held = heldOn(state.pending?.held ?? null, look);
  const breach = state.pending?.breach ?? withLook(null, look);
  const tooLongMs = held.heldMs - holdMinutes * MINUTE_MS;
  if (tooLongMs < 0) return unchanged({ ...state, pending: { held, breach } });
  return fired(state, { sinceEpochMs, firedEpochMs: look.at - tooLongMs, breach, recovering: null });
}

const fired = (state: MachineState, open: OpenIncident): Stepped => ({
  state: { ...state, pending: null, open },
  transitions: [{ kind: 'fired', at: open.firedEpochMs, ...toldOf(open) }],
});

/**
 * A total without an instant of its own counts from the last millisecond of its hour on. People are told the hour's
 * end, unless the window ends there, because that instant belongs to the next window.
 */
const toldInstant = ({ window }: Judged, at: EpochMillis): EpochMillis =>
  window !== null && at + 1 < window.endEpochMs && (at + 1) % MINUTE_MS === 0 ? at + 1 : at;

function whileOpen(state: MachineState, open: OpenIncident, look: Judged, { recoverMinutes }: HoldTimes): Stepped {
  const { recovering } = open;
  const next = (change: Partial<OpenIncident>): Stepped => unchanged({ ...state, open: { ...open, ...change } });
  if (look.verdict === 'unknown') return next({ recovering: recovering === null ? null : silenced(recovering) });
  const breach = withLook(open.breach, look);
  if (look.verdict === 'breach') return next({ breach, recovering: null });
  // A limit that was passed within a window stays passed until its end.
  if (look.window !== null || (recovering === null && look.verdict === 'between')) return next({ breach });
  const held = heldOn(recovering, look);
  if (look.verdict === 'between' || held.heldMs < recoverMinutes * MINUTE_MS) return next({ breach, recovering: held });
  return recovered(state, { ...open, breach }, { at: look.at, clearSinceEpochMs: held.sinceEpochMs });
}

function recovered(
  state: MachineState,
  open: OpenIncident,
  { at, clearSinceEpochMs }: { readonly at: EpochMillis; readonly clearSinceEpochMs: EpochMillis },
): Stepped {
  const { firedEpochMs } = open;
  const durationMs = clearSinceEpochMs - open.sinceEpochMs;
  return {
    state: { ...state, open: null },
    transitions: [{ kind: 'recovered', at, ...toldOf(open), firedEpochMs, durationMs }],
  };
}

const toldOf = ({ sinceEpochMs, breach }: OpenIncident): Omit<TransitionBase, 'at'> => ({
  sinceEpochMs,
  windowStartEpochMs: breach.window?.startEpochMs ?? null,
  value: breach.value,
  limit: breach.limit,
  ...limitKindOf(breach),
  peak: breach.peak,
  excess: breach.excess,
});

const silenced = (held: Held): Held => ({ ...held, lastEpochMs: null });

function heldOn(held: Held | null, { at, afterSilence }: Judged): Held {
  if (held === null) return { sinceEpochMs: at, heldMs: 0, lastEpochMs: at };
  const sinceLook = afterSilence || held.lastEpochMs === null ? 0 : at - held.lastEpochMs;
  return { sinceEpochMs: held.sinceEpochMs, heldMs: held.heldMs + sinceLook, lastEpochMs: at };
}

/** The breach after one more look. The limit is that of the newest look that breached. */
function withLook(before: Breach | null, look: Judged): Breach {
  const breached = look.verdict === 'breach';
  const distance = look.value === null || look.limit === null ? 0 : Math.abs(look.value - look.limit);
  const isPeak = breached && look.value !== null && (before === null || distance > before.peakDistance);
  // The amount that passed by the look that ends the breach is none of its excess.
  const ownExcess = before === null && look.provedExcess !== undefined ? look.provedExcess : look.excess;
  const added = look.verdict === 'clear' ? null : ownExcess;
  const summed = before === null || before.excess === null ? added : plus(before.excess, added ?? 0);
  return {
    window: look.window,
    value: look.value ?? before?.value ?? null,
    limit: breached || before === null ? look.limit : before.limit,
    ...limitKindOf(breached || before === null ? look : before),
    peak: isPeak ? look.value : (before?.peak ?? null),
    peakDistance: isPeak ? distance : (before?.peakDistance ?? 0),
    // The newest total of a window holds all its excess.
    excess: look.window === null ? summed : (look.excess ?? before?.excess ?? null),
  };
}

const limitKindOf = ({ limitKind }: { readonly limitKind?: LimitKind }): { readonly limitKind?: LimitKind } =>
  limitKind === undefined ? {} : { limitKind };
