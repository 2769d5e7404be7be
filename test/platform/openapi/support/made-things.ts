import { randomUUID } from 'node:crypto';
import { readBrowsers, switchBrowserOn } from '../../../../src/alerts/browsers.ts';
import { createAnnotation } from '../../../../src/annotations/annotations.ts';
import { COMMAND } from '../../../../src/platform/login/rules/caller.ts';
import { editReading } from '../../../../src/readings/edits/reading-edits.ts';
import { takingReadings } from '../../../support/intake.ts';
import { issueDeviceKey } from '../../../../src/readings/keys/manage-keys.ts';
import { createSource } from '../../../../src/readings/sources/manage-sources.ts';
import { addKeyUses } from '../../../../src/platform/login/store/device-keys.ts';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { noQueue } from '../../../../src/platform/queue/client.ts';
import { installMeter } from '../../../../src/platform/directory/store/meters.ts';
import {
  addReportJob,
  beginReportJob,
  finishReportJob,
  type JobOwner,
} from '../../../../src/reports/store/report-jobs.ts';
import { setRecipients } from '../../../../src/reports/store/subscription-recipients.ts';
import { addSubscription } from '../../../../src/reports/store/subscriptions.ts';
import type { TestContext } from '../../../support/database.ts';
import { FIRST_HOUR, type WorksLike } from './works-like.ts';

/** Exchanges on a day without readings change no figure of the examples. */
export async function exchangeMeters(
  { database }: TestContext,
  { industryKey, units }: Industry,
  { id, name }: WorksLike,
) {
  const ids: string[] = [];
  for (const [index, installedAt] of ['2026-01-16T00:36:00Z', '2026-01-16T00:37:00Z', '2026-01-16T00:37:30Z'].entries())
    ids.push(
      await installMeter(
        database,
        industryKey,
        units.get(id('M2'))?.unitKey ?? -1,
        {
          installedAtEpochMs: Date.parse(installedAt),
          serial: name(`WM-${index + 1}`),
          initialRegister: null,
          finalRegisterOfOld: null,
        },
        { by: 'olga', at: new Date(installedAt) },
      ),
    );
  return ids;
}

/** Browsers that were switched on before the documented one, the newest first. */
export async function madeBrowsers(
  context: TestContext,
  { userKey }: JobOwner,
  { name }: WorksLike,
): Promise<readonly string[]> {
  const ids: string[] = [];
  await readBrowsers(context, { userKey });
  for (const at of ['2026-01-15T12:00:00Z', '2026-01-15T11:00:00Z']) {
    const browser = {
      endpoint: `https://push.example.org/v2/${randomUUID()}`,
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
      browserName: name('Chrome · Android'),
      leastSeverity: 'critical',
    } as const;
    ids.push(await switchBrowserOn({ ...context, clock: { now: () => Date.parse(at) } }, { userKey }, browser, false));
  }
  return ids;
}

export async function madeReport(
  { database, clock }: TestContext,
  owner: JobOwner,
  { name, figure }: WorksLike,
): Promise<string> {
  const jobId = randomUUID();
  const at = new Date(clock.now());
  await addReportJob(database, owner, { jobId, request: {}, createdAt: at }, 1);
  await beginReportJob(database, owner.industryKey, jobId, 10);
  const file = { bytes: Buffer.from(`${name('Works')},${figure(26.25)}`), fileName: `${name('Works')}.csv`, at };
  await finishReportJob(database, owner.industryKey, jobId, file);
  return jobId;
}

/** Two mails of a report every day to their owner. */
export async function madeSubscriptions(
  { database, clock }: TestContext,
  { industryKey, userKey }: JobOwner,
): Promise<readonly string[]> {
  const now = new Date(clock.now());
  const ids: string[] = [];
  for (const localTime of ['07:15', '08:00']) {
    const fields = {
      report: { service: 'water', reportType: 'daily' },
      formats: ['pdf'],
      frequency: 'daily',
      weekday: null,
      monthDay: null,
      localTime,
      mailLanguage: 'en',
    } as const;
    const made = { createdBy: userKey, now, nextAt: Date.parse('2026-01-17T02:00:00Z') };
    const { subscriptionId, subscriptionKey } = await addSubscription(database, industryKey, fields, made);
    const wanted = { userKeys: [userKey], addresses: [] };
    await setRecipients(database, { industryKey, subscriptionKey }, wanted, userKey, now);
    ids.push(subscriptionId);
  }
  return ids;
}

/** What was noted of the second bore, and of the whole site. */
export async function madeAnnotations(
  context: TestContext,
  industry: Industry,
  { id, name }: WorksLike,
): Promise<readonly string[]> {
  const wanted = [
    { unitId: id('M2'), from: '2026-01-15T04:50:00Z', to: null, text: 'Pump changed' },
    { unitId: null, from: '2026-01-16T00:40:00Z', to: '2026-01-16T01:10:00Z', text: 'No power on the whole site' },
  ];
  const ids: string[] = [];
  for (const { unitId, from, to, text } of wanted) {
    const time = { fromEpochMs: Date.parse(from), toEpochMs: to === null ? null : Date.parse(to) };
    const made = await createAnnotation(context, industry, { unitId, ...time, text: name(text) }, COMMAND);
    ids.push(made.annotationId);
  }
  return ids;
}

/** A network with a meter at the second bore, and another one that is not needed any more. */
export async function madeSources(
  context: TestContext,
  industry: Industry,
  { id, name }: WorksLike,
): Promise<readonly string[]> {
  const field = { place: '$.object.volume', to: 'summedValue', parameter: null } as const;
  const ids: string[] = [];
  for (const [called, deviceId] of [
    ['LoRaWAN of the works', '0101010101010101'],
    ['Old network', '0101010101010109'],
  ] as const) {
    const made = await createSource(
      context,
      industry,
      {
        name: name(called),
        format: 'chirpstack',
        downlink: { port: 15, payload: 'ff01', confirmed: false },
        mapping: {
          deviceId: null,
          time: null,
          fields: [{ ...field, counted: { measure: 'm3', weight: 1 } }],
          battery: null,
          rssi: null,
          snr: null,
        },
        devices: [{ deviceId, unitId: id('M2') }],
      },
      COMMAND,
    );
    ids.push(made.sourceId);
  }
  return ids;
}

/** An edit that can be undone, of a reading of the first day. */
export async function madeEdit(
  context: TestContext,
  industry: Industry,
  { id, name, figure, reportsAfterSeconds }: WorksLike,
) {
  const { editId } = await editReading(
    takingReadings(context, noQueue),
    { industry, unitId: id('M2'), reason: name('Read off the meter by hand.'), by: COMMAND },
    FIRST_HOUR + 21 * 3_600_000 + reportsAfterSeconds * 1000,
    { value: figure(810) },
  );
  return editId ?? '';
}

/** Keys that were used: what is shown of them is theirs alone. */
export async function madeKeys(
  context: TestContext,
  industry: Industry,
  { name, id, figure }: WorksLike,
): Promise<string[]> {
  const keyIds: string[] = [];
  for (const called of [
    'Gateway of the pump house',
    'Old gateway',
    'Meter at the gate',
    'Lost gateway',
    'Meter of the wells',
  ]) {
    const body = { name: name(called), units: [id('CB_BORE_1'), id('M2')] };
    const { key } = await issueDeviceKey(context, industry, body, COMMAND);
    keyIds.push(key.keyId);
  }
  const [used = ''] = keyIds;
  const at = context.clock.now() - 60_000;
  await addKeyUses(context.database, [
    {
      keyId: used,
      lastUsedAt: at,
      rowsAccepted: Math.round(figure(51_840)),
      rowsRefused: 2,
      refusals: { unit_not_of_key: 2 },
    },
  ]);
  return keyIds;
}
