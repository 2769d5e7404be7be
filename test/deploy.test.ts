import { readFileSync, readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig } from '../src/config.ts';
import { environment } from '../src/environment.ts';
import { GRACE_MS } from '../src/platform/http/server.ts';
import { createOperationsApp } from '../src/platform/http/surface-app.ts';
import { testFoundation } from './service/support/app-fixture.ts';
import { testContext } from './support/database.ts';

/* What deploy/ names exists: settings, routes, ports, images, secrets, and each other. */

const file = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

type Labels = Readonly<Record<string, string>>;
interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
  }[];
  readonly envFrom?: readonly { readonly configMapRef?: { name: string }; readonly secretRef?: { name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly [string, string] } } };
}
type Probe = 'startupProbe' | 'readinessProbe' | 'livenessProbe';
interface ServiceContainer extends Container, Record<Probe, { readonly httpGet: { path: string; port: string } }> {}
interface PodSpec<C extends Container = Container> {
  readonly containers: readonly [C];
  readonly initContainers?: readonly Container[];
  readonly volumes: readonly { readonly name: string }[];
  readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number };
  readonly terminationGracePeriodSeconds: number;
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}
interface Deployment extends Manifest {
  readonly spec: {
    readonly replicas?: number;
    readonly selector: { readonly matchLabels: Labels };
    readonly strategy: { readonly rollingUpdate: object };
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec<ServiceContainer> };
  };
}

const folder = 'deploy/kubernetes/';
const names = readdirSync(new URL(`../${folder}`, import.meta.url)).sort();
const documentsOf = (name: string) =>
  parseAllDocuments(file(`${folder}${name}`)).map((document) => {
    if (document.errors.length > 0) throw new Error(`${name}: ${document.errors.join(' ')}`);
    return document.toJS() as Manifest; // this project's own
  });
const kustomization = parse(file(`${folder}kustomization.yaml`)) as {
  namespace: string;
  resources: string[];
  configMapGenerator: { name: string; literals: string[] }[];
  images: { name: string; newTag: string }[];
}; // this project's own
const manifests = kustomization.resources.flatMap(documentsOf);
const found = <T extends Manifest>(kind: string, name: string): T => {
  const manifest = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (manifest === undefined) throw new Error(`There is no ${kind} ${name}.`);
  return manifest as T; // the caller names the kind
};
const deployments = ['water-api', 'water-worker'].map((name) => found<Deployment>('Deployment', name));
const job = found<Manifest & { spec: { template: { metadata: { labels: Labels }; spec: PodSpec } } }>(
  'Job',
  'water-set-up',
);
const [secrets] = documentsOf('secrets.template.yaml') as (Manifest & { stringData: Record<string, string> })[];
const settings = Object.fromEntries(
  (kustomization.configMapGenerator[0]?.literals ?? []).map((literal) => literal.split(/=(.*)/s).slice(0, 2)),
) as Record<string, string>;
const composeImage = (parse(file('compose.yaml')) as { services: { database: { image: string } } }).services.database
  .image;
const { version } = JSON.parse(file('package.json')) as { version: string };

describe('deploy/kubernetes', () => {
  it('applies every file but the template of the secrets', () => {
    expect([...kustomization.resources, 'kustomization.yaml', 'secrets.template.yaml'].sort()).toEqual(names);
    expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'ImageCatalog water-timescaledb',
      'Cluster water-database',
      'Job water-set-up',
      'Deployment water-api',
      'PodDisruptionBudget water-api',
      'HorizontalPodAutoscaler water-api',
      'Service water',
      'Deployment water-worker',
      'PodDisruptionBudget water-worker',
      'NetworkPolicy water-database',
    ]);
  });

  it('gives each process settings that exist and that the service takes, and secrets without values', () => {
    expect(Object.values(secrets?.stringData ?? {})).toEqual(['', '', '']);
    expect(kustomization.configMapGenerator.map(({ name }) => name)).toEqual(['water-settings']);
    for (const { metadata, spec } of deployments) {
      const [{ env = [], envFrom = [] }] = spec.template.spec.containers;
      expect(envFrom).toEqual([
        { configMapRef: { name: 'water-settings' } },
        { secretRef: { name: secrets?.metadata.name } },
      ]);
      const given = {
        ...settings,
        ...Object.fromEntries(Object.keys(secrets?.stringData ?? {}).map((name) => [name, 's'.repeat(32)])),
        ...Object.fromEntries(env.map(({ name, value = '' }) => [name, value])),
      };
      expect(Object.keys(given).filter((name) => !(name in environment.shape))).toEqual([]);
      const config = parseConfig(given);
      expect(`water-${config.role}`).toBe(metadata.name);
      expect([config.databaseUrl, config.databaseReadUrl].map((url) => new URL(url ?? '').hostname)).toEqual([
        'water-database-rw',
        'water-database-ro',
      ]);
    }
  });

  it('keeps one replica behind DATABASE_READ_URL, because a replica is asked by two connections', () => {
    const { spec } = found<Manifest & { spec: Record<string, unknown> }>('Cluster', 'water-database');
    expect(spec['instances']).toBe(2);
    expect(spec['postgresql']).toMatchObject({
      shared_preload_libraries: ['timescaledb'],
      synchronous: { method: 'any', number: 1 },
      parameters: { hot_standby_feedback: 'on' },
    });
  });

  it('runs the database of compose.yaml and the service of package.json', () => {
    const [, release = '', major = ''] = /:(\d+\.\d+)\.\d+-pg(\d+)$/.exec(composeImage) ?? [];
    const image = `timescale/timescaledb-ha:pg${major}-ts${release}`;
    const catalog = found<Manifest & { spec: { images: object[] } }>('ImageCatalog', 'water-timescaledb');
    expect(catalog.spec.images).toEqual([{ major: Number(major), image }]);
    const { spec } = found<Manifest & { spec: { imageCatalogRef: object } }>('Cluster', 'water-database');
    expect(spec.imageCatalogRef).toMatchObject({ name: 'water-timescaledb', major: Number(major) });
    expect(job.spec.template.spec.containers[0].image).toBe(image);
    expect(kustomization.images).toEqual([{ name: 'water', newName: 'water', newTag: version }]);
    for (const deployment of deployments) expect(deployment.spec.template.spec.containers[0].image).toBe('water');
  });

  it('sets the database up by the file that stands in the image', () => {
    const [copy] = job.spec.template.spec.initContainers ?? [];
    const [{ command = [], env = [] }] = job.spec.template.spec.containers;
    expect([copy?.image, copy?.command]).toEqual(['water', ['cp', '-r', '/app/sql', '/shared/sql']]);
    expect(file('Dockerfile')).toMatch(/^WORKDIR \/app$[^]*^COPY sql \.\/sql$/m);
    expect(file((command.at(-1) ?? '').replace('/shared/', ''))).toContain('DATABASE_PASSWORD');
    expect(env.map(({ name, valueFrom }) => [name, valueFrom?.secretKeyRef])).toEqual([
      ['PGPASSWORD', { name: 'water-database-superuser', key: 'password' }],
      ['DATABASE_PASSWORD', { name: secrets?.metadata.name, key: 'DATABASE_PASSWORD' }],
    ]);
  });

  it('is applied again without the finished job, whose image cannot be changed', () => {
    const remove = `kubectl --namespace ${kustomization.namespace} delete job ${job.metadata.name} --ignore-not-found`;
    expect(file('docs/how-to/operating.md')).toContain(`${remove}\nkubectl apply -k deploy/kubernetes\n`);
    expect(file(`${folder}set-up.yaml`)).toContain(`${remove}, then apply`);
  });

  it('is scraped by the job that the rules of Prometheus name, by labels and a port that its pods have', () => {
    const { scrape_configs: jobs } = parse(file('docs/monitoring/prometheus.yml')) as {
      scrape_configs: { job_name: string; kubernetes_sd_configs: object[]; relabel_configs: object[] }[];
    }; // what Prometheus reads
    expect(jobs).toMatchObject([
      { job_name: 'water', kubernetes_sd_configs: [{ namespaces: { names: [kustomization.namespace] } }] },
    ]);
    expect(file('docs/monitoring/alerts.yml')).toContain('up{job="water"}');
    expect(jobs[0]?.relabel_configs[0]).toMatchObject({ regex: 'water;http', action: 'keep' });
    for (const { spec } of deployments) {
      expect(spec.template.metadata.labels['app.kubernetes.io/name']).toBe('water');
      expect(spec.template.spec.containers[0].ports?.map(({ name }) => name)).toEqual(['http']);
    }
  });

  it('runs the canary, whose metrics the board shows and the rules watch', () => {
    const { canary } = parseConfig({ ...settings, ROLE: 'worker', JWT_SECRET: 's'.repeat(32) });
    expect(canary).toBe(true);
    for (const name of ['alerts.yml', 'dashboard.json'])
      for (const metric of ['water_canary_mismatches', 'water_canary_last_success_timestamp_seconds'])
        expect(file(`docs/monitoring/${name}`), name).toContain(metric);
  });

  it('selects what it labels', () => {
    for (const { metadata, spec } of deployments) {
      const { labels } = spec.template.metadata;
      expect(spec.selector.matchLabels).toEqual(labels);
      const budget = found<Deployment>('PodDisruptionBudget', metadata.name);
      expect(budget.spec.selector.matchLabels).toEqual(labels);
    }
    const [api, worker] = deployments.map(({ spec }) => spec.template.metadata.labels);
    expect(api).not.toEqual(worker);
    const service = found<Manifest & { spec: { selector: Labels; ports: object[] } }>('Service', 'water');
    expect(service.spec.selector).toEqual(api);
    expect(service.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
    const scaler = found<Manifest & { spec: Record<string, unknown> }>('HorizontalPodAutoscaler', 'water-api');
    expect(scaler.spec['scaleTargetRef']).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'water-api' });
    // The autoscaler's number would be overwritten at each application.
    expect(deployments.map(({ spec }) => spec.replicas)).toEqual([undefined, 2]);
    const policy = found<Manifest & { spec: { podSelector: object; ingress: { from: object[]; ports?: object[] }[] } }>(
      'NetworkPolicy',
      'water-database',
    );
    expect(policy.spec.podSelector).toEqual({ matchLabels: { 'cnpg.io/cluster': 'water-database' } });
    const { matchLabels } = (policy.spec.ingress[0]?.from[0] as { podSelector: { matchLabels: Labels } }).podSelector;
    for (const labels of [api, worker, job.spec.template.metadata.labels]) expect(labels).toMatchObject(matchLabels);
  });

  it('replaces pods without a gap, and gives a stop the time that the service takes', () => {
    for (const { spec } of deployments) {
      expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
      const { terminationGracePeriodSeconds, containers } = spec.template.spec;
      const [, pause] = containers[0].lifecycle?.preStop.exec.command ?? [];
      // The database is closed after that.
      expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(pause) + GRACE_MS / 1000 + 5);
    }
  });

  it('runs nothing as root, and writes to volumes alone', () => {
    expect(file('Dockerfile')).toMatch(/^USER node$/m);
    for (const spec of [...deployments.map(({ spec }) => spec.template.spec), job.spec.template.spec]) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      for (const { securityContext, volumeMounts } of [...spec.containers, ...(spec.initContainers ?? [])]) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(volumeMounts.map(({ name }) => ({ name, emptyDir: {} }))).toEqual(spec.volumes);
      }
    }
  });

  describe('probes', () => {
    let app: ReturnType<typeof createOperationsApp>;
    beforeAll(async () => {
      app = createOperationsApp(testFoundation(await testContext()));
    });

    it('ask paths that a process of either role answers, at the port where it listens', async () => {
      expect(file('Dockerfile')).toContain('EXPOSE 3000\n');
      for (const { spec } of deployments) {
        const [container] = spec.template.spec.containers;
        expect(container.ports).toEqual([{ name: 'http', containerPort: parseConfig({}).port }]);
        const asked = (['startupProbe', 'readinessProbe', 'livenessProbe'] as const).map(
          (probe) => container[probe].httpGet,
        );
        expect(asked.map(({ path, port }) => [path, port])).toEqual([
          ['/healthz', 'http'],
          ['/readyz', 'http'],
          ['/healthz', 'http'],
        ]);
        for (const { path } of asked) expect((await app.request(path)).status).toBe(200);
      }
    });
  });
});

describe('deploy/compose.replica.yaml', () => {
  const compose = parse(file('compose.yaml')) as { services: Record<string, object>; volumes: object };
  const { services, configs, volumes } = parse(file('deploy/compose.replica.yaml')) as {
    services: Record<'database' | 'replica' | 'service', Record<string, unknown>>;
    configs: { hba: { content: string } };
    volumes: object;
  }; // this project's own

  it('adds a replica of the same image to the server and the service of compose.yaml', () => {
    expect(Object.keys(services).filter((name) => !(name in compose.services))).toEqual(['replica']);
    expect(Object.keys(volumes).filter((name) => name in compose.volumes)).toEqual([]);
    expect(services.replica['image']).toBe(composeImage);
    expect(services.replica['depends_on']).toEqual({ database: { condition: 'service_healthy' } });
    const { DATABASE_READ_URL: url = '', ...others } = services.service['environment'] as Record<string, string>;
    expect([others, new URL(parseConfig({ DATABASE_READ_URL: url }).databaseReadUrl ?? '').hostname]).toEqual([
      {},
      'replica',
    ]);
  });

  it('keeps the log of changes for a replica that was away, and says where a replica of longer is copied anew', () => {
    expect(services.database['command']).toContain('wal_keep_size=4GB');
    const { PGDATA: data } = services.replica['environment'] as Record<string, string>;
    expect(file('docs/how-to/operating.md')).toContain(`--entrypoint rm replica -rf ${data}\n`);
  });

  it('lets the superuser copy the server, over the network by password alone', () => {
    expect(configs.hba.content).toMatch(/^host replication postgres all scram-sha-256$/m);
    expect(configs.hba.content).not.toMatch(/^host \S+ \S+ (?!127\.0\.0\.1\/32 ).* trust$/m);
    for (const { configs: mounted } of [services.database, services.replica])
      expect(mounted).toEqual([{ source: 'hba', target: '/etc/water-hba.conf' }]);
    for (const started of [services.database['command'], services.replica['entrypoint']])
      expect(String(started)).toContain('hba_file=/etc/water-hba.conf');
  });
});
