import { setImmediate } from 'node:timers/promises';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { shownFigure } from '../bench/measure.ts';
import { answerOfProcess } from '../support/answer-of-process.ts';
import type { Acknowledged } from './acknowledged.ts';
import { ask, pause } from './asking.ts';
import { type FloodOrder, type FloodResult, readingsOfBody } from './flood.ts';
import type { Recorder } from './recorder.ts';

/** Bodies of a gateway, and bodies of a history. */
const SIZES = [20, 5000] as const;
const CAPACITY_CLIENTS = 8;
const CAPACITY_SECONDS = 10;
const TIMES = 10;
const FLOOD_SECONDS = 30;
/** A read within this time says that all is well again. */
const WELL_MILLISECONDS = 1000;
const WELL_IN_A_ROW = 3;
const GIVE_UP_SECONDS = 120;

export interface OverloadFigures {
  readonly readingsPerBody: number;
  /** Bodies a second that were acknowledged when each client waited for its answer. */
  readonly capacity: number;
  readonly offered: number;
  readonly acknowledged: number;
  readonly statuses: FloodResult['statuses'];
  readonly unsent: number;
  readonly silentRefusals: number;
  readonly refusedWithin: number | null;
  readonly acknowledgedWithin: number | null;
  /** Seconds from the end of the flood until all is answered as before; null: not within two minutes. */
  readonly recoverySeconds: number | null;
}

const sendFlood = async (order: FloodOrder): Promise<FloodResult> =>
  (await answerOfProcess(new URL('./flood.ts', import.meta.url), order)) as FloodResult; // sent by flood.ts

/** Sends ten times what the service takes, in small and in large bodies, while people go on. */
export async function overload(
  recorder: Recorder,
  target: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  industry: Industry,
  acknowledged: Acknowledged,
  say: (text: string) => void,
): Promise<OverloadFigures[]> {
  const keys = new Map([...industry.units.values()].map(({ unitKey, current }) => [current.unitId, unitKey]));
  const unitIds = [...keys.keys()];
  const figures: OverloadFigures[] = [];
  let baseEpochMs = Math.floor(Date.now() / 1000) * 1000 - 6 * 3_600_000;
  for (const readingsPerBody of SIZES) {
    const common = { ...target, unitIds, readingsPerBody, baseEpochMs };
    // People ask from this process, too, and would wait while it notes millions of readings.
    const note = async (result: FloodResult): Promise<void> => {
      for (const body of result.acknowledged) {
        for (const { unitId, epochMs, value } of readingsOfBody(common, body))
          acknowledged.add(keys.get(unitId) ?? 0, epochMs, value);
        await setImmediate();
      }
    };
    recorder.begin(`capacity, bodies of ${readingsPerBody}`);
    const closed = await sendFlood({
      ...common,
      firstBody: 0,
      seconds: CAPACITY_SECONDS,
      pace: { clients: CAPACITY_CLIENTS },
    });
    await note(closed);
    const capacity = closed.acknowledged.length / closed.seconds;
    const offered = capacity * TIMES;
    say(`${shownFigure(capacity)} bodies of ${readingsPerBody} a second are taken, ${shownFigure(offered)} are sent`);
    recorder.begin(`overload, bodies of ${readingsPerBody}`);
    const flooded = await sendFlood({
      ...common,
      firstBody: closed.sent,
      seconds: FLOOD_SECONDS,
      pace: { bodiesPerSecond: offered },
    });
    recorder.begin('afterwards');
    const recoverySeconds = await recovery(recorder, target, unitIds[0] ?? '');
    await note(flooded);
    figures.push({
      readingsPerBody,
      capacity,
      offered: (flooded.sent + flooded.unsent) / FLOOD_SECONDS,
      acknowledged: flooded.acknowledged.length / flooded.seconds,
      statuses: flooded.statuses,
      unsent: flooded.unsent,
      silentRefusals: flooded.silentRefusals,
      refusedWithin: flooded.refusedWithin,
      acknowledgedWithin: flooded.acknowledgedWithin,
      recoverySeconds,
    });
    baseEpochMs += 50;
  }
  return figures;
}

/** Seconds until a read and a reading are answered well several times in a row. */
async function recovery(
  recorder: Recorder,
  { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  unitId: string,
): Promise<number | null> {
  const started = performance.now();
  const never = new AbortController().signal;
  let [well, wellSince] = [0, started];
  while (performance.now() - started < GIVE_UP_SECONDS * 1000) {
    const began = performance.now();
    const body = JSON.stringify({ readings: [{ unitId, createdOn: new Date().toISOString(), value: 1 }] });
    const answers = await Promise.all([
      ask(recorder, {
        kind: 'a read after the flood',
        group: 'reads',
        url: `${url}/api/external/latest/unit?unitId=${encodeURIComponent(unitId)}`,
        init: { headers },
      }),
      ask(recorder, {
        kind: 'a reading after the flood',
        group: 'devices',
        url: `${url}/api/external/readings`,
        init: { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body },
      }),
    ]);
    const isWell = answers.every(({ status }) => status === 200) && performance.now() - began < WELL_MILLISECONDS;
    if (!isWell) well = 0;
    else if (well === 0) wellSince = began;
    if (isWell) well += 1;
    if (well >= WELL_IN_A_ROW) return (wellSince - started) / 1000;
    await pause(200, never);
  }
  return null;
}
