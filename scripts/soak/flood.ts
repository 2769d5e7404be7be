/** The process that sends far more than a service can take, so that its own work is not in the figures of people. */
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { codeOf } from '../../src/kernel/error-code.ts';
import { nearestRank } from '../bench/measure.ts';

export interface FloodOrder {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly unitIds: readonly string[];
  readonly readingsPerBody: number;
  /** Number of the first body, so that no body is sent twice. */
  readonly firstBody: number;
  readonly baseEpochMs: number;
  readonly seconds: number;
  /** Bodies a second, whatever the answers; or clients that each wait for their answer. */
  readonly pace: { readonly bodiesPerSecond: number } | { readonly clients: number };
}

export interface FloodResult {
  readonly sent: number;
  /** Bodies for which there was no connection any more on this side. */
  readonly unsent: number;
  readonly acknowledged: readonly number[];
  /** Number of answers by status, and of requests without an answer by the code of their error. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly silentRefusals: number;
  /** 99 of 100 refusals came within this time. */
  readonly refusedWithin: number | null;
  readonly acknowledgedWithin: number | null;
  readonly seconds: number;
}

/** Instants of a unit's readings are so far apart, and lie beside those of its device. */
const STEP_MILLISECONDS = 250;
const BESIDE_MILLISECONDS = 125;
const MOST_UNDER_WAY = 2000;
const TICK_MILLISECONDS = 20;
const PATIENCE_MILLISECONDS = 60_000;

/** Readings of a body, by its number: the parent knows by it what was acknowledged. */
export function readingsOfBody(
  { unitIds, readingsPerBody, baseEpochMs }: Pick<FloodOrder, 'unitIds' | 'readingsPerBody' | 'baseEpochMs'>,
  body: number,
): { readonly unitId: string; readonly epochMs: number; readonly value: number }[] {
  return Array.from({ length: readingsPerBody }, (_, index) => {
    const at = body * readingsPerBody + index;
    return {
      unitId: unitIds[at % unitIds.length] ?? '',
      epochMs: baseEpochMs + Math.floor(at / unitIds.length) * STEP_MILLISECONDS + BESIDE_MILLISECONDS,
      value: at % 41,
    };
  });
}

async function flood(order: FloodOrder): Promise<FloodResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_UNDER_WAY });
  const acknowledged: number[] = [];
  const statuses: Record<string, number> = {};
  const [refusedMs, acknowledgedMs]: [number[], number[]] = [[], []];
  let [sent, unsent, silentRefusals, underWay, next] = [0, 0, 0, 0, order.firstBody];

  const sendNext = async (): Promise<void> => {
    const body = next;
    next += 1;
    sent += 1;
    underWay += 1;
    const text = readingsOfBody(order, body)
      .map(
        ({ unitId, epochMs, value }) =>
          `{"unitId":"${unitId}","createdOn":"${new Date(epochMs).toISOString()}","value":${value}}\n`,
      )
      .join('');
    const started = performance.now();
    const { status, saysWhen } = await post(order, agent, text);
    underWay -= 1;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === '200') {
      acknowledged.push(body);
      acknowledgedMs.push(performance.now() - started);
    } else if (Number(status) > 0) {
      refusedMs.push(performance.now() - started);
      if (!saysWhen) silentRefusals += 1;
    }
  };

  const started = performance.now();
  const { pace } = order;
  const ends = started + order.seconds * 1000;
  if ('clients' in pace) {
    await Promise.all(
      Array.from({ length: pace.clients }, async () => {
        while (performance.now() < ends) await sendNext();
      }),
    );
  } else {
    const running = new Set<Promise<void>>();
    while (performance.now() < ends) {
      const due = ((performance.now() - started) / 1000) * pace.bodiesPerSecond;
      while (sent + unsent < due) {
        if (underWay >= MOST_UNDER_WAY) {
          unsent += 1;
          continue;
        }
        const one = sendNext();
        running.add(one);
        void one.finally(() => running.delete(one));
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MILLISECONDS));
    }
    await Promise.all(running);
  }
  agent.destroy();
  const p99 = (values: readonly number[]): number | null => (values.length === 0 ? null : nearestRank(values, 0.99));
  return {
    sent,
    unsent,
    acknowledged,
    statuses,
    silentRefusals,
    refusedWithin: p99(refusedMs),
    acknowledgedWithin: p99(acknowledgedMs),
    seconds: (performance.now() - started) / 1000,
  };
}

const post = (
  { url, headers }: FloodOrder,
  agent: Agent,
  text: string,
): Promise<{ readonly status: string; readonly saysWhen: boolean }> =>
  new Promise((resolve) => {
    const asked = request(
      `${url}/api/external/readings`,
      {
        method: 'POST',
        agent,
        timeout: PATIENCE_MILLISECONDS,
        headers: { ...headers, 'content-type': 'application/x-ndjson', 'content-length': Buffer.byteLength(text) },
      },
      (answer) => {
        const told = { status: String(answer.statusCode), saysWhen: answer.headers['retry-after'] !== undefined };
        answer.resume();
        answer.once('close', () => resolve(told));
      },
    );
    asked.once('timeout', () => asked.destroy(Object.assign(new Error('nothing for a minute'), { code: 'silence' })));
    asked.once('error', (error) => resolve({ status: codeOf(error) ?? error.name, saysWhen: false }));
    asked.end(text);
  });

// The parent imports the instants of a body; only the child is told to send.
if (process.send !== undefined && process.argv[1]?.endsWith('flood.ts') === true) {
  // People and the service go first on a machine that all of them share.
  setPriority(10);
  process.once('message', (order: FloodOrder) => {
    void flood(order).then((result) => {
      process.send?.(result);
      process.disconnect();
    });
  });
}
