import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { textOf } from '../../support/source-files.ts';
import { type Credentials, loginIssuer, rowsWhenServed } from './support.ts';
import { fillWorks, provisionWorks } from './works.ts';

/* The dashboard of water in docs/monitoring/grafana asks what a login of an analyst may ask, and shows no one else's. */

interface Target {
  readonly rawSql: string;
}
const dashboard = JSON.parse(textOf('docs/monitoring/grafana/water.json')) as {
  readonly panels: readonly {
    readonly title: string;
    readonly datasource: { readonly uid: string };
    readonly targets: readonly Target[];
  }[];
  readonly annotations: { readonly list: readonly { readonly name: string; readonly target: Target }[] };
}; // what Grafana reads
const asked = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ rawSql }) => [title, rawSql] as const)),
  ...dashboard.annotations.list.map(({ name, target }) => [name, target.rawSql] as const),
];

/** A statement as Grafana sends it, for a time that begins and ends like this. */
const sent = (sql: string): string =>
  sql.replaceAll(
    /\$__timeFilter\((\w+)\)/g,
    (_, column: string) => `${column} BETWEEN '2026-03-01T08:15:00Z' AND '2026-03-05T08:15:00Z'`,
  );

let context: TestContext;
let mine: Industry;
let logins: readonly [Credentials, Credentials];

beforeAll(async () => {
  context = await testContext('2026-03-06T08:00:00Z');
  const issue = loginIssuer(context);
  const others = await provisionWorks(context);
  mine = await provisionWorks(context);
  await fillWorks(context, mine);
  logins = [await issue(mine), await issue(others)];
});

describe.each(asked)('Grafana panel %s', (_, sql) => {
  it('has rows for an analyst of the industry, and none of them for another one', async () => {
    expect(sent(sql)).not.toContain('$');
    const [own, foreign] = [await rowsWhenServed(logins[0], sent(sql)), await rowsWhenServed(logins[1], sent(sql))];
    expect(own.length).toBeGreaterThan(0);
    expect(own.some((row) => Object.values(row).some((value) => value !== null && value !== 0))).toBe(true);
    expect(JSON.stringify(foreign)).not.toContain(mine.industryId);
    // Counts of nothing are 0 or null.
    const figures = foreign.flatMap((row) => ('unit' in row ? [row['last_reading_at']] : Object.values(row)));
    expect(figures.filter((value) => value !== null && Number(value) !== 0)).toEqual([]);
  });
});

it('the files that Grafana reads name one source, and no password', () => {
  const { datasources } = parse(textOf('docs/monitoring/grafana/datasource.yml')) as {
    datasources: { uid: string; type: string; secureJsonData: { password: string } }[];
  }; // what Grafana reads
  expect(datasources).toMatchObject([{ type: 'postgres', secureJsonData: { password: '${WATER_PASSWORD}' } }]);
  expect(new Set(dashboard.panels.map(({ datasource }) => datasource.uid))).toEqual(
    new Set(datasources.map(({ uid }) => uid)),
  );
  const { providers } = parse(textOf('docs/monitoring/grafana/dashboards.yml')) as { providers: { type: string }[] }; // as above
  expect(providers.map(({ type }) => type)).toEqual(['file']);
});
