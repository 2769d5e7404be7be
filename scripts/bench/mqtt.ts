import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Context } from '../../src/context.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { readDeviceKey } from '../../src/platform/login/rules/device-key.ts';
import { issueDeviceKey } from '../../src/readings/keys/manage-keys.ts';
import { type Line, valueLine } from './lines.ts';
import { medianRun, shownFigure, until } from './measure.ts';
import { provisionMeters, SLOT_MILLISECONDS } from './meters.ts';
import { Devices, type DeviceWish } from './mqtt-devices.ts';
import { atShare, type Bench, type BenchRow } from './row.ts';
import type { ServiceProcess } from './service-process.ts';

const DEVICES = 10_000;
/** An industry may have 1,000 keys. */
const DEVICES_OF_INDUSTRY = 1000;
/** Devices that share an address, as those of a site behind its router. */
const DEVICES_OF_NETWORK = 250;
const READINGS = 24;
const KILLS = 5;
const LOOKS = { everyMilliseconds: 100, giveUpSeconds: 1200 };
const ACTOR = { userId: 'bench', industryId: 'BENCH_MQTT', address: null };

/** A device of an industry, with the readings that it sends. */
interface BenchDevice extends DeviceWish {
  readonly unitKey: number;
  readonly firstEpochMs: number;
}

/**
 * Devices that each have a unit, a key and a connection of their own publish with QoS 1, while the service is killed
 * five times. Nothing that was acknowledged may be missing in the database afterwards: a device sends nothing again
 * that was acknowledged.
 */
export const mqttRow: BenchRow = {
  name: 'mqtt',
  run: async (bench) => {
    const { context, share, say, closeLater } = bench;
    const count = atShare(share, DEVICES, 10);
    const devices = await mintDevices(context, count, say);
    const port = await freePort();
    const start = (): Promise<ServiceProcess> =>
      bench.startService('all', { MQTT_LISTEN: `127.0.0.1:${port}`, LOG_LEVEL: 'info' });
    let service = await start();
    const field = new Devices(port, devices);
    closeLater(async () => field.stop());
    field.connectAll();
    const connecting = await until('all devices are connected', () => field.connected === count, LOOKS);
    say(`${count} devices connected in ${shownFigure(connecting)} s`);
    const total = count * READINGS;
    field.send();
    const [rates, back]: [number[], number[]] = [[], []];
    for (let kill = 1; kill <= KILLS + 1; kill += 1) {
      const [started, before] = [performance.now(), field.acknowledged];
      const aim = Math.round((total * kill) / (KILLS + 1));
      let secondsUntilBack: number | null = null;
      const isAcknowledged = (): boolean => {
        if (field.connected === count) secondsUntilBack ??= (performance.now() - started) / 1000;
        return field.acknowledged >= aim;
      };
      await until(`${aim} messages are acknowledged`, isAcknowledged, LOOKS);
      rates.push((field.acknowledged - before) / ((performance.now() - started) / 1000));
      if (kill > 1 && secondsUntilBack !== null) back.push(secondsUntilBack);
      say(`${field.acknowledged} of ${total} acknowledged, ${shownFigure(rates.at(-1) ?? 0)} a second`);
      if (kill > KILLS) break;
      await service.kill();
      service = await start();
    }
    const memory = await service.peakMegabytes();
    const lost = await lostOf(context, devices, field);
    return linesOf({ count, total, lost, connecting, memory, rates, back });
  },
};

async function mintDevices(context: Context, count: number, say: Bench['say']): Promise<BenchDevice[]> {
  const devices: BenchDevice[] = [];
  const firstEpochMs = Math.floor(context.clock.now() / SLOT_MILLISECONDS - READINGS) * SLOT_MILLISECONDS;
  for (let from = 0; from < count; from += DEVICES_OF_INDUSTRY) {
    const industryId = `BENCH_MQTT_${from / DEVICES_OF_INDUSTRY + 1}`;
    const industry = await provisionMeters(context, industryId, Math.min(DEVICES_OF_INDUSTRY, count - from));
    for (const { unitKey, current } of industry.units.values()) {
      const { unitId } = current;
      devices.push({
        unitKey,
        firstEpochMs,
        key: await mintKey(context, industry, unitId),
        topic: `water/${industryId}/${unitId}/readings`,
        payloads: Array.from({ length: READINGS }, (_, index) => payloadOf(firstEpochMs, index)),
        from: `127.0.${Math.floor(devices.length / DEVICES_OF_NETWORK)}.1`,
      });
    }
    say(`${devices.length} of ${count} devices have a key`);
  }
  return devices;
}

async function mintKey(context: Context, industry: Industry, unitId: string): Promise<DeviceWish['key']> {
  const { text } = await issueDeviceKey(context, industry, { name: unitId, units: [unitId] }, ACTOR);
  const key = readDeviceKey(text);
  if (key === null) throw new Error('The key is not well written.');
  return key;
}

/** Each reading has a value of its own, so that one in the place of another would show. */
const payloadOf = (firstEpochMs: number, index: number): string =>
  JSON.stringify({ createdOn: new Date(firstEpochMs + index * SLOT_MILLISECONDS).toISOString(), value: index + 1 });

/** Number of acknowledged readings that the database does not have as they were sent. */
async function lostOf(context: Context, devices: readonly BenchDevice[], field: Devices): Promise<number> {
  const rows = await context.database.execute<{ unitKey: number; createdOn: Date; value: number }>(
    'SELECT unit_key AS "unitKey", created_on AS "createdOn", value FROM telemetry.reading',
  );
  const stored = new Set(
    rows.map(({ unitKey, createdOn, value }) => `${unitKey} ${new Date(createdOn).getTime()} ${value}`),
  );
  let lost = 0;
  for (const [index, { unitKey, firstEpochMs }] of devices.entries())
    for (let sent = 0; sent < field.acknowledgedOf(index); sent += 1)
      if (!stored.has(`${unitKey} ${firstEpochMs + sent * SLOT_MILLISECONDS} ${sent + 1}`)) lost += 1;
  return lost;
}

function linesOf(seen: {
  readonly count: number;
  readonly total: number;
  readonly lost: number;
  readonly connecting: number;
  readonly memory: number | null;
  readonly rates: readonly number[];
  readonly back: readonly number[];
}): Line[] {
  const of = `${shownFigure(seen.count)} devices over MQTT, QoS 1, one process, a key and a connection each`;
  const rate = medianRun(seen.rates);
  const plain = { ratio: '', target: '', met: null };
  return [
    valueLine(
      {
        what: `${of}: acknowledged readings that are missing after ${KILLS} kill -9`,
        measured: `${seen.lost} of ${shownFigure(seen.total)}`,
        against: '',
      },
      seen.lost,
      { atMost: 0 },
      'missing',
    ),
    {
      ...plain,
      what: 'the same: messages stored and acknowledged, one in flight of each device',
      measured: `${shownFigure(rate)} a second`,
      against: seen.memory === null ? '' : `${shownFigure(seen.memory)} MB of the service`,
    },
    {
      ...plain,
      what: 'the same: until all have logged in, at first; after a kill, from ready on',
      measured: `${shownFigure(seen.connecting)} s; ${seen.back.length === 0 ? '-' : shownFigure(medianRun(seen.back))} s`,
      against: `${shownFigure(seen.count / seen.connecting)} logins a second`,
    },
  ];
}

/** A port that nobody listens on. The service comes back at the same one. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on a port, never on a pipe
  server.close();
  await once(server, 'close');
  return port;
}
