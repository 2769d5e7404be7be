import type { Industry } from '../../../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../../../src/kernel/time/business-date.ts';
import type { FindingKind } from '../../../../../src/findings/rules/kinds.ts';
import { type FindingToWrite, keepFindings, listFindings } from '../../../../../src/findings/store/insights.ts';
import type { TestContext } from '../../../../support/database.ts';
import { unit, works } from '../../../../figures/processing/works.ts';
import { bearer, login, mintUser, type TestApp } from '../../../../service/support/app-fixture.ts';

/** Now, in every test of people's acts. */
export const NOW = '2026-03-01T02:30:00Z';
const [FIRST, LAST] = [businessDate('2026-02-20'), businessDate('2026-02-28')];

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The data of an answer, or nothing. */
  readonly data: Record<string, unknown>;
}

/** Requests of one user. */
export interface Person {
  readonly userId: string;
  readonly send: (method: string, path: string, body?: unknown) => Promise<Answer>;
}

export async function mintPerson(
  context: TestContext,
  app: TestApp,
  who: Parameters<typeof mintUser>[1],
): Promise<Person> {
  const user = await mintUser(context, who);
  const headers = bearer((await login(app, user)).token);
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await app.request(`/api/user/insights${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { data = {} } = JSON.parse(text) as { data?: Record<string, unknown> };
    return { status: response.status, text, data };
  };
  return { userId: user.userId, send };
}

/** An industry with two meters and a tank. */
export const mintWorks = (context: TestContext): Promise<Industry> =>
  works(context, [
    unit('M1', 'FLOW_CATEGORY'),
    unit('M2', 'FLOW_CATEGORY'),
    unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 100_000 }),
  ]);

/** Records a finding, as a judgement of the data does. @returns its id */
export async function found(
  { database, clock }: TestContext,
  { industryKey, units }: Industry,
  unitId: string,
  kind: FindingKind = 'leak',
  more: Partial<FindingToWrite> = {},
): Promise<string> {
  const unitKey = units.get(unitId)?.unitKey ?? null;
  const finding: FindingToWrite = {
    findingKey: null,
    unitKey,
    kind,
    firstDay: FIRST,
    raisedOn: FIRST,
    lastDay: LAST,
    isOpen: true,
    severity: 'high',
    sentence: 'Something is wrong',
    siUnit: 'KL',
    litres: null,
    litresPerDay: null,
    kilowattHours: null,
    kilowattHoursPerDay: null,
    money: null,
    currency: null,
    confidence: 0.8,
    evidence: {},
    ...more,
  };
  await keepFindings(database, industryKey, [finding], new Date(clock.now()));
  const wanted = { industryKey, from: finding.firstDay, to: finding.lastDay, withSettled: true, today: LAST };
  const stored = (await listFindings(database, wanted)).find((one) => one.kind === kind && one.unitId === unitId);
  if (stored === undefined) throw new Error('The finding was not stored.');
  return stored.findingId;
}

/** What the audit says of acts on findings, oldest first. */
export const auditOf = ({ database }: TestContext, { industryKey }: Industry) =>
  database.execute<{ verb: string; subject: string; reason: string | null; before: unknown; after: unknown }>(
    `SELECT verb, subject, reason, before, after FROM operations.audit
     WHERE industry_key = $1 AND verb LIKE 'finding.%' ORDER BY audit_key`,
    [industryKey],
  );
