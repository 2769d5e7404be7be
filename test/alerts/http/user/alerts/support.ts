import { randomUUID } from 'node:crypto';
import type { NewIncident } from '../../../../../src/alerts/rules/incident-record.ts';
import type { Industry } from '../../../../../src/kernel/industry/industry.ts';
import { provisionIndustry } from '../../../../../src/industries/provisioning/provision-industry.ts';
import { addIncident } from '../../../../../src/alerts/store/incident-writes.ts';
import { findIndustry } from '../../../../../src/platform/directory/store/industries.ts';
import { mintId, type TestContext } from '../../../../support/database.ts';
import { bearer, login, PASSWORD, type TestApp } from '../../../../service/support/app-fixture.ts';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Works with two meters and a tank, whose days begin at 06:00 in Kolkata unless said otherwise: that is 00:30 UTC. */
export interface AlertWorks {
  readonly industry: Industry;
  /** Records one and gives its id; `unitId` null: it is about the whole industry. */
  add(openedAt: string, changes?: Partial<NewIncident> & { readonly unitId?: string | null }): Promise<string>;
  get(path: string): Promise<Answer>;
}

export async function mintAlertWorks(
  context: TestContext,
  app: TestApp,
  { isTest = false, timezone = 'Asia/Kolkata' } = {},
): Promise<AlertWorks> {
  const industryId = mintId('ALERTS');
  const username = industryId.slice(-20).toLowerCase();
  const unit = (unitId: string, standardCategoryId: string) => ({
    unitId,
    displayName: `Unit ${unitId}`,
    standardCategoryId,
    siUnit: 'KL',
    maxCapacity: 100_000,
  });
  await provisionIndustry({
    context,
    bundle: {
      industry: {
        industryId,
        industryName: `${industryId} Ltd`,
        test: isTest,
        meta: { timezone, shift: { startAt: '06:00:00' } },
      },
      units: [unit('M1', 'FLOW_CATEGORY'), unit('M2', 'FLOW_CATEGORY'), unit('TANK', 'STOCK_CATEGORY')],
      users: [{ userId: username, email: `${username}@works.example`, username, password: PASSWORD, role: 'user' }],
    },
    markStale: async () => {},
  });
  const industry = await findIndustry(context.database, industryId, context.clock.now());
  if (industry === null) throw new Error(`${industryId} was not provisioned.`);
  const { token } = await login(app, {
    username,
    industryId,
    industryKey: industry.industryKey,
    userId: username,
    userKey: 0,
    email: '',
  });
  return {
    industry,
    add: async (openedAt, { unitId = 'M1', ...changes } = {}) => {
      const incidentId = randomUUID();
      const opened = Date.parse(openedAt);
      await addIncident(context.database, industry.industryKey, {
        incidentId,
        ruleKey: null,
        origin: 'request',
        alertType: 'unit_threshold',
        type: 'threshold',
        unitKey: unitId === null ? null : (industry.units.get(unitId)?.unitKey ?? null),
        windowStart: null,
        severity: 'high',
        title: 'Above its limit',
        description: null,
        state: 'open',
        isLate: false,
        openedAt: opened,
        detectedAt: opened + 60_000,
        closedAt: null,
        value: 120,
        peak: 125,
        threshold: 100,
        unitText: 'KL',
        parameter: null,
        litres: 20_000,
        evidence: {},
        requestCreatedOn: null,
        ...changes,
      });
      return incidentId;
    },
    get: async (path) => {
      const response = await app.request(`/api/user/${path}`, { headers: bearer(token) });
      // An answer of this service is an object.
      return { status: response.status, body: (await response.json()) as Answer['body'] };
    },
  };
}

/** Ids by day of an answer of GET alerts or dateRange. */
export const idsByDay = ({ body }: Answer): Record<string, string[]> =>
  Object.fromEntries(
    // Checked by the tests of the answer's shape.
    (body['data'] as { days: { date: string; alerts: { alertId: string }[] }[] }).days.map(({ date, alerts }) => [
      date,
      alerts.map(({ alertId }) => alertId),
    ]),
  );
