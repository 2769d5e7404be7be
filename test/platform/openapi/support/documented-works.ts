import { randomUUID } from 'node:crypto';
import { COMMAND } from '../../../../src/platform/login/rules/caller.ts';
import { processDays } from '../../../../src/figures/processing/process.ts';
import { provisionIndustry } from '../../../../src/industries/provisioning/provision-industry.ts';
import { ingestReadings } from '../../../../src/readings/ingest.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { addAlertRule } from '../../../../src/alerts/manage-rules.ts';
import { noQueue } from '../../../../src/platform/queue/client.ts';
import { replaceGraph } from '../../../../src/balance/edit-graph.ts';
import { findIndustry } from '../../../../src/platform/directory/store/industries.ts';
import { addIncident } from '../../../../src/alerts/store/incident-writes.ts';
import { addNotification } from '../../../../src/alerts/store/notifications.ts';
import { mintId, type TestContext } from '../../../support/database.ts';
import { foundLeak } from './found-leak.ts';
import type { MintedUser } from '../../../service/support/app-fixture.ts';
import {
  exchangeMeters,
  madeAnnotations,
  madeBrowsers,
  madeEdit,
  madeKeys,
  madeReport,
  madeSources,
  madeSubscriptions,
} from './made-things.ts';
import { AS_DOCUMENTED, FIRST_HOUR, type WorksLike } from './works-like.ts';

/*
 * The works that the examples of the documentation speak of: in Kolkata, days begin at 06:00, every unit reports once
 * an hour. CB_BORE_1 is a checked meter whose register drops out at 15:00 and 16:00 on 15/01/2026; the demo has a unit
 * of this name, so that the examples show something there.
 */

function unitsOf({ id, name, moreUnits = [] }: WorksLike): Record<string, unknown>[] {
  const unit = (
    unitId: string,
    displayName: string,
    standardCategoryId: string,
    siUnit: string,
    more: Record<string, unknown> = {},
  ) => ({
    unitId: id(unitId),
    displayName: name(displayName),
    standardCategoryId,
    siUnit,
    dataUpdateFrequency: 3600,
    ...more,
  });
  return [
    unit('CB_BORE_1', 'Bore 1', 'FLOW_CATEGORY', 'KL', { meta: { registerChecks: { dropout: 'exclude' } } }),
    unit('M2', 'Bore 2', 'FLOW_CATEGORY', 'KL'),
    unit('TANK', 'Raw water tank', 'STOCK_CATEGORY', 'KL', { maxCapacity: 200_000 }),
    unit('LAB', 'River', 'QUALITY_CATEGORY', '', {
      params: { pH: { displayName: name('pH'), siUnit: '', isLatest: false } },
    }),
    unit('PUMP', 'Pump', 'ENERGY_CATEGORY', 'kWh', { meta: { pRef: 2 } }),
    ...moreUnits,
  ];
}

function categoriesOf({ id, name, moreCategories = {} }: WorksLike): Record<string, unknown> {
  const of = (standardCategoryId: string, subCategoryId: string, displayName: string, ...units: string[]) => ({
    standardCategoryId,
    subCategories: [{ id: id(subCategoryId), displayName: name(displayName), units: units.map(id) }],
  });
  return {
    categories: {
      sourceCategory: of('sourceCategory', 'BORES', 'Bores', 'CB_BORE_1', 'M2'),
      qualityCategory: of('QUALITY_CATEGORY', 'RIVER', 'River', 'LAB'),
    },
    categoriesV2: {
      [id('ID_SOURCE')]: of('FLOW_CATEGORY', 'BORES', 'Bores', 'CB_BORE_1', 'M2'),
      [id('ID_RAW_WATER_STOCK')]: of('STOCK_CATEGORY', 'TANKS', 'Tanks', 'TANK'),
      [id('ID_CONSUMPTION')]: of('FLOW_CATEGORY', 'PLANT', 'Plant', 'M2'),
      ...moreCategories,
    },
    standardCategories: { ENERGY_CATEGORY: of('ENERGY_CATEGORY', 'PUMPS', 'Pumps', 'PUMP') },
  };
}

const HOURS = 48;

function readingsOf({ id, figure, reportsAfterSeconds }: WorksLike, hour: number): Record<string, unknown>[] {
  const createdOn = new Date(FIRST_HOUR + hour * 3_600_000 + reportsAfterSeconds * 1000).toISOString();
  const isDropout = hour === 33 || hour === 34;
  return [
    {
      unitId: id('CB_BORE_1'),
      createdOn,
      value: figure(1250),
      summedValue: isDropout ? 0 : figure(500_000 + hour * 1250),
    },
    { unitId: id('M2'), createdOn, value: figure(800), summedValue: figure(90_000 + hour * 800) },
    { unitId: id('TANK'), createdOn, value: figure(60 + (hour % 12)) },
    { unitId: id('LAB'), createdOn, value: { pH: figure(7.2) } },
    { unitId: id('PUMP'), createdOn, value: figure(1500), summedValue: figure(40_000 + hour * 1500) },
  ];
}

/** The saved graph: one bore feeds a sum, which fills the tank. */
const graphOf = ({ id, name }: WorksLike): Record<string, unknown> => ({
  nodes: [
    { id: id('CB_BORE_1'), position: { x: 0, y: 0 } },
    { id: id('TANK'), position: { x: 320, y: 200 } },
    {
      id: 'WITHDRAWAL',
      nodeType: 'virtualNode',
      data: { label: name('Withdrawal') },
      position: { x: 320, y: 0 },
      meta: { calculations: `{${id('CB_BORE_1')}}` },
    },
  ],
  edges: [
    { id: 'bore', source: id('CB_BORE_1'), target: 'WITHDRAWAL' },
    { id: 'fill', source: 'WITHDRAWAL', target: id('TANK') },
  ],
});

/** Rows that wait in quarantine: their unit is not one of the works'. */
const heldOf = ({ name, figure }: WorksLike): Record<string, unknown>[] =>
  [0, 1, 2].map((minute) => ({
    unitId: name('M9'),
    createdOn: `2026-01-15T07:0${minute}:00+05:30`,
    value: figure(12.5),
  }));

/** An alert of the bore that its users were notified of. */
async function alert(
  { database }: TestContext,
  { industryKey, units }: Industry,
  { id, name, figure }: WorksLike,
  { openedAt, value, isOver }: { openedAt: string; value: number; isOver: boolean },
): Promise<{ alertId: string; notificationId: string }> {
  const alertId = randomUUID();
  const opened = Date.parse(openedAt);
  const title = name('Bore 1 is above its limit');
  const incidentKey = await addIncident(database, industryKey, {
    incidentId: alertId,
    ruleKey: null,
    origin: 'request',
    alertType: 'unit_threshold',
    type: 'threshold',
    unitKey: units.get(id('CB_BORE_1'))?.unitKey ?? null,
    windowStart: Date.parse('2026-01-15T00:30:00Z'),
    severity: 'high',
    title,
    description: null,
    state: isOver ? 'recovered' : 'open',
    isLate: false,
    openedAt: opened,
    detectedAt: opened + 4_000,
    closedAt: isOver ? Date.parse('2026-01-16T00:30:00Z') : null,
    value: figure(value),
    peak: isOver ? figure(30) : null,
    threshold: figure(25),
    unitText: 'KL',
    parameter: null,
    litres: isOver ? figure(5000) : null,
    evidence: {},
    requestCreatedOn: null,
  });
  const notificationId = await addNotification(database, industryKey, {
    incidentKey,
    words: () => ({ title, message: name(`${figure(value)} KL of ${figure(25)} KL`) }),
    type: 'unit_threshold',
    category: 'consumption',
    priority: 'high',
    data: { unitId: id('CB_BORE_1') },
    createdAt: new Date(openedAt),
  });
  return { alertId, notificationId };
}

/** Two rules, and what the first of them has found: an alert that is open. */
async function watch(
  context: TestContext,
  found: Industry,
  { id, name, figure }: WorksLike,
  by: string,
): Promise<{ ruleIds: string[]; alertId: string }> {
  const body = (unitId: string) => ({
    title: name('Takes too much'),
    severity: 'high',
    condition: { parameter: 'consumption', operator: '>', threshold: figure(25), unit: 'KL', aggregation: 'daily' },
    units: [id(unitId)],
    channels: { email: { enabled: true, recipients: ['duty@works.example'] } },
  });
  const first = await addAlertRule(context, noQueue, found, body('CB_BORE_1'), { ...COMMAND, userId: by });
  const second = await addAlertRule(context, noQueue, found, body('M2'), { ...COMMAND, userId: by });
  const alertId = randomUUID();
  await addIncident(context.database, found.industryKey, {
    incidentId: alertId,
    ruleKey: first.ruleKey,
    origin: 'rule',
    alertType: 'unit_threshold',
    type: 'rule',
    unitKey: found.units.get(id('CB_BORE_1'))?.unitKey ?? null,
    windowStart: Date.parse('2026-01-15T00:30:00Z'),
    severity: 'high',
    title: first.title,
    description: null,
    state: 'open',
    isLate: false,
    openedAt: Date.parse('2026-01-15T20:30:00Z'),
    detectedAt: Date.parse('2026-01-15T20:30:05Z'),
    closedAt: null,
    value: figure(26.25),
    peak: figure(26.25),
    threshold: figure(25),
    unitText: 'KL',
    parameter: null,
    litres: figure(1250),
    evidence: {},
    requestCreatedOn: null,
  });
  return { ruleIds: [first.ruleId, second.ruleId], alertId };
}

/** A number nobody else in this database has. */
let numbers = 0;
const mintPhone = (): string =>
  `+916${String(process.pid % 1000).padStart(3, '0')}${String(Date.now() % 100_000).padStart(5, '0')}${(numbers += 1) % 10}`;

export interface DocumentedWorks {
  readonly industry: Industry;
  readonly user: MintedUser;
  readonly phoneNo: string;
  /** The newest first; each has a notification. */
  readonly alertIds: readonly string[];
  readonly notificationIds: readonly string[];
  readonly ruleIds: readonly string[];
  /** Of an alert that is open. */
  readonly alertId: string;
  /** Of meters of the second bore that were installed one after the other on the running day. */
  readonly meterIds: readonly string[];
  /** Of a report of the user's that is done. */
  readonly reportJobId: string;
  /** Of subscriptions of the user's, one of which is to be ended. */
  readonly subscriptionIds: readonly string[];
  /** Of annotations, one of which is to be withdrawn. */
  readonly annotationIds: readonly string[];
  /** Of sources, one of which is to be removed. */
  readonly sourceIds: readonly string[];
  /** Of browsers of the user, one of which is to be switched off. */
  readonly browserIds: readonly string[];
  /** Of an edit of a reading. */
  readonly editId: string;
  readonly findingId: string;
  /** Of device keys, one for each request about one. */
  readonly keyIds: readonly string[];
}

/** The works with readings and documents of 14/01/2026 and 15/01/2026, and a user who may do everything. */
export async function mintDocumentedWorks(
  context: TestContext,
  like: WorksLike = AS_DOCUMENTED,
): Promise<DocumentedWorks> {
  const industryId = mintId('DOC');
  const username = industryId.slice(-20).toLowerCase();
  const email = `${username}@works.example`;
  const phoneNo = mintPhone();
  const users = [
    {
      userId: username,
      email,
      username,
      phoneNo,
      password: like.password,
      role: 'user',
      permissions: [
        'readings:write',
        'batch:run',
        'quarantine:write',
        'readings:edit',
        'reports:read',
        'alerts:write',
        'waterBalance:write',
        'accounts:write',
        'industries:write',
        'keys:write',
      ],
    },
  ];
  const industry = {
    industryId,
    industryName: like.name('Works'),
    meta: { timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' } },
  };
  await provisionIndustry({
    context,
    bundle: { industry, units: unitsOf(like), ...categoriesOf(like), users },
    markStale: async () => {},
  });
  const found = await findIndustry(context.database, industryId, context.clock.now());
  if (found === null) throw new Error('The industry was not provisioned.');
  const rows = [...Array.from({ length: HOURS }, (_, hour) => readingsOf(like, hour)).flat(), ...heldOf(like)];
  await ingestReadings({ context, onStaleDays: async () => {} }, found, [rows.map((row) => ({ row }))], 'http');
  const editId = await madeEdit(context, found, like);
  await processDays(context, {
    industry: found,
    from: businessDate('2026-01-14'),
    to: businessDate('2026-01-15'),
    unitIds: null,
    updateOnlyVirtual: false,
    daily: true,
    monthly: true,
    yearly: true,
    write: true,
  });
  await replaceGraph(context, found, graphOf(like), { by: { ...COMMAND, userId: username }, expected: null });
  const watched = await watch(context, found, like, username);
  const alerts = [
    await alert(context, found, like, { openedAt: '2026-01-16T00:35:00Z', value: 27.5, isOver: false }),
    await alert(context, found, like, { openedAt: '2026-01-15T09:30:00Z', value: 26.25, isOver: true }),
  ];
  const [account] = await context.database.execute<{ user_key: number }>(
    'SELECT user_key FROM tenant.app_user WHERE industry_key = $1',
    [found.industryKey],
  );
  if (account === undefined) throw new Error('The user was not provisioned.');
  const owner = { industryKey: found.industryKey, userKey: account.user_key };
  return {
    industry: found,
    phoneNo,
    reportJobId: await madeReport(context, owner, like),
    subscriptionIds: await madeSubscriptions(context, owner),
    browserIds: await madeBrowsers(context, owner, like),
    sourceIds: await madeSources(context, found, like),
    annotationIds: await madeAnnotations(context, found, like),
    meterIds: await exchangeMeters(context, found, like),
    findingId: await foundLeak(context, found, like.id('CB_BORE_1'), like.figure),
    ...watched,
    editId,
    keyIds: await madeKeys(context, found, like),
    alertIds: alerts.map(({ alertId }) => alertId),
    notificationIds: alerts.map(({ notificationId }) => notificationId),
    user: { industryId, industryKey: found.industryKey, userId: username, userKey: account.user_key, username, email },
  };
}
