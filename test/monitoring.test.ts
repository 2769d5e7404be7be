import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Registry } from 'prom-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createApp } from '../src/service/app.ts';
import { createHttpServices } from '../src/service/services.ts';
import { createMetrics } from '../src/service/metrics.ts';
import { testFoundation } from './service/support/app-fixture.ts';
import { testContext } from './support/database.ts';

/* Rules and dashboard of docs/monitoring ask for nothing that /metrics does not tell. */

const at = (name: string): string => fileURLToPath(new URL(`../docs/monitoring/${name}`, import.meta.url));
const text = (name: string): string => readFileSync(at(name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly what: string };
}
const { groups } = parse(text('alerts.yml')) as { groups: { name: string; rules: Rule[] }[] }; // what Prometheus reads
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(text('dashboard.json')) as {
  panels: { id: number; title: string; targets: { expr: string }[] }[];
}; // what Grafana reads
const asked = [
  ...rules.map(({ alert, expr }) => ({ by: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ by: title, expr }))),
];

/** Names of the metrics, and of the labels that they can have. */
const told = new Map<string, readonly string[]>();
beforeAll(async () => {
  const context = await testContext();
  const foundation = testFoundation(context);
  const { registry } = createMetrics({
    context,
    boss: () => null,
    queues: [],
    broker: () => 'connected',
    engineRestarts: () => 0,
    loginsCutOff: () => new Map(),
    replicaReads: { replica: 0, primary: 0 },
  });
  createApp(createHttpServices({ ...foundation, metrics: registry }));
  expect(registry).toBeInstanceOf(Registry);
  for (const metric of registry.getMetricsAsArray()) {
    const labels = 'labelNames' in metric ? (metric.labelNames as readonly string[]) : []; // prom-client leaves it untyped
    told.set(metric.name, labels);
    if (String(metric.type) === 'histogram')
      for (const part of ['bucket', 'count', 'sum']) told.set(`${metric.name}_${part}`, [...labels, 'le']);
  }
});

const namesIn = (expr: string): string[] =>
  [...expr.replaceAll(/\{[^}]*\}/g, '').matchAll(/\b(?:water|process|nodejs)_\w+/g)].map(([name]) => name);
const labelsIn = (expr: string): { name: string; label: string }[] =>
  [...expr.matchAll(/\b(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', selector = '']) =>
    [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => ({ name, label })),
  );

describe('docs/monitoring', () => {
  it('asks for metrics that there are, by labels that they have', () => {
    expect(asked.length).toBeGreaterThan(40);
    expect(
      asked.flatMap(({ by, expr }) => namesIn(expr).flatMap((name) => (told.has(name) ? [] : [`${by}: ${name}`]))),
    ).toEqual([]);
    // Prometheus itself adds `job` and `instance`, and tells `up`.
    expect(
      asked.flatMap(({ by, expr }) =>
        labelsIn(expr)
          .filter(({ name, label }) => label !== 'job' && !(told.get(name) ?? []).includes(label))
          .map(({ name, label }) => `${by}: ${name}{${label}}`),
      ),
    ).toEqual([]);
    expect(asked.filter(({ expr }) => namesIn(expr).length === 0).map(({ by }) => by)).toEqual(['WaterProcessDown']);
  });

  it('shows or watches every metric of the service', () => {
    const used = new Set(asked.flatMap(({ expr }) => namesIn(expr)).map((name) => name.replace(/_bucket$/, '')));
    const own = [...told.keys()].filter(
      (name) => name.startsWith('water_') && !/seconds_(?:bucket|count|sum)$/.test(name),
    );
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((name) => !used.has(name))).toEqual([]);
  });

  it('says of each rule how bad it is and what to do, and names each once', () => {
    for (const { alert, labels, annotations } of rules) {
      expect(['warning', 'critical'], alert).toContain(labels.severity);
      expect(annotations.summary, alert).toMatch(/^\S.+[^.]$/);
      expect(annotations.what, alert).toMatch(/\.$/);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });

  it('is what promtool takes for rules (skipped where it is not installed)', ({ skip }) => {
    let answer = '';
    try {
      answer = execFileSync('promtool', ['check', 'rules', at('alerts.yml')], { encoding: 'utf8' });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') skip('promtool is not installed');
      throw error;
    }
    expect(answer).toContain(`${rules.length} rules found`);
  });
});
