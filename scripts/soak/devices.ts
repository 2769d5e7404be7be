import type { Industry } from '../../src/kernel/industry/industry.ts';
import { SLOT_MILLISECONDS } from '../bench/meters.ts';
import { Acknowledged } from './acknowledged.ts';
import { ask, pause } from './asking.ts';
import type { Recorder } from './recorder.ts';

const TICK_MILLISECONDS = 1000;
const GATEWAYS = 10;
/** Every so many readings: one comes late, one comes twice, one is corrected, one bursts. */
const [LATE_EVERY, TWICE_EVERY, CORRECTED_EVERY, BURST_EVERY] = [50, 33, 100, 97];
/** Ticks by which a late reading or a correction comes later. */
const LATER_TICKS = 7;
const USUAL_LITRES = 20;
/** Litres that no other reading has, and which the rule of the soak tells about. */
const BURST_LITRES = 10_000;
const MOST_TRIES = 100;

interface Sent {
  readonly unitId: string;
  readonly unitKey: number;
  readonly epochMs: number;
  readonly value: number;
  readonly register: number;
  readonly isCorrection: boolean;
}

interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Counted {
  late: number;
  twice: number;
  corrected: number;
  /** Bodies that were refused and sent again. */
  again: number;
  /** Readings that were given up at the end. */
  givenUp: number;
}

interface SendingDevices {
  readonly acknowledged: Acknowledged;
  totals(): Readonly<Counted>;
  /** Ends sending, waits for what is under way, and resolves. */
  stop(): Promise<void>;
}

/**
 * Devices of a site, a reading of each unit every five minutes at `load` 1, sent second by second by a few gateways.
 * A gateway sends again what was not acknowledged, when the answer says. Some readings come late, twice or are put
 * right.
 */
export function startDevices(
  recorder: Recorder,
  target: Target,
  industry: Industry,
  { load, registerOf }: { readonly load: number; readonly registerOf: (unitKey: number) => number },
): SendingDevices {
  const units = [...industry.units.values()];
  const registers = new Map(units.map(({ unitKey }) => [unitKey, registerOf(unitKey)]));
  const acknowledged = new Acknowledged();
  const totals: Counted = { late: 0, twice: 0, corrected: 0, again: 0, givenUp: 0 };
  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  const later = new Map<number, Sent[]>();
  let made = 0;

  const make = (epochMs: number): Sent => {
    const unit = units[made % units.length];
    if (unit === undefined) throw new Error('The site has no units.');
    made += 1;
    const value = made % BURST_EVERY === 0 ? BURST_LITRES : USUAL_LITRES + (made % 7);
    const register = (registers.get(unit.unitKey) ?? 0) + value;
    registers.set(unit.unitKey, register);
    return { unitId: unit.current.unitId, unitKey: unit.unitKey, epochMs, value, register, isCorrection: false };
  };

  const send = (some: readonly Sent[]): Promise<boolean> =>
    sendUntilTaken(recorder, target, some, { acknowledged, totals, ending: ending.signal });

  const sendOfGateway = async (tick: number, some: readonly Sent[], isTwice: boolean): Promise<void> => {
    if (!(await send(some))) return;
    if (isTwice) {
      totals.twice += some.length;
      await send(some);
    }
    const corrected = some.filter(
      ({ epochMs, unitKey, isCorrection }) => !isCorrection && (epochMs + unitKey) % CORRECTED_EVERY === 0,
    );
    if (corrected.length === 0) return;
    totals.corrected += corrected.length;
    putOff(
      tick,
      corrected.map((one) => ({ ...one, value: one.value + 1, isCorrection: true })),
    );
  };
  const putOff = (tick: number, some: readonly Sent[]): void => {
    const at = tick + LATER_TICKS;
    later.set(at, [...(later.get(at) ?? []), ...some]);
  };
  const begin = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };

  const loop = async (): Promise<void> => {
    const started = performance.now();
    let due = 0;
    for (let tick = 0; !ending.signal.aborted; tick += 1) {
      due += (units.length * load * TICK_MILLISECONDS) / SLOT_MILLISECONDS;
      const now = Date.now();
      const gateways: Sent[][] = Array.from({ length: GATEWAYS }, () => []);
      for (; due >= 1; due -= 1) {
        const reading = make(now);
        if (made % LATE_EVERY === 0) {
          totals.late += 1;
          putOff(tick, [reading]);
        } else gateways[made % GATEWAYS]?.push(reading);
      }
      for (const some of gateways)
        if (some.length > 0) begin(sendOfGateway(tick, some, (tick + some.length) % TWICE_EVERY === 0));
      const waited = later.get(tick) ?? [];
      later.delete(tick);
      for (const isCorrection of [true, false]) {
        const some = waited.filter((one) => one.isCorrection === isCorrection);
        if (some.length > 0) begin(sendOfGateway(tick, some, false));
      }
      await pause(started + (tick + 1) * TICK_MILLISECONDS - performance.now(), ending.signal);
    }
  };
  const looping = loop();
  return {
    acknowledged,
    totals: () => ({ ...totals }),
    async stop() {
      ending.abort();
      await looping;
      await Promise.all(running);
    },
  };
}

/** Sends readings until the service takes them. @returns false: they were given up. */
async function sendUntilTaken(
  recorder: Recorder,
  target: Target,
  some: readonly Sent[],
  { acknowledged, totals, ending }: { acknowledged: Acknowledged; totals: Counted; ending: AbortSignal },
): Promise<boolean> {
  const readings = some.map(({ unitId, epochMs, value, register }) => ({
    unitId,
    createdOn: new Date(epochMs).toISOString(),
    value,
    summedValue: register,
  }));
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const { status, secondsToWait } = await ask(recorder, {
      kind: some[0]?.isCorrection ? 'device sends a correction' : 'device sends readings',
      group: 'devices',
      url: `${target.url}/api/external/readings`,
      init: {
        method: 'POST',
        headers: { ...target.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ readings }),
      },
    });
    if (status === 200) {
      for (const { unitKey, epochMs, value } of some) acknowledged.add(unitKey, epochMs, value);
      return true;
    }
    if (ending.aborted) break;
    totals.again += 1;
    await pause((secondsToWait ?? 1) * 1000, ending);
  }
  totals.givenUp += some.length;
  // Whether a correction was stored is not known.
  for (const { unitKey, epochMs, isCorrection } of some) if (isCorrection) acknowledged.forget(unitKey, epochMs);
  return false;
}
