import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';

/* The manifests have the fields that Kubernetes gives their kinds: types made from its own API judge them. */

const FOLDER = new URL('../deploy/kubernetes/', import.meta.url);
const TYPES = dirname(fileURLToPath(import.meta.resolve('kubernetes-types/package.json')));
const COMPILER = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url));

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Kinds of kustomize and of CloudNativePG, for which the package has no types. */
const isForeign = ({ apiVersion }: Manifest): boolean =>
  /^(?:kustomize\.config\.k8s\.io|postgresql\.cnpg\.io)\//.test(apiVersion);

/** Where the types of a version are: `networking.k8s.io/v1` is `networking/v1`. */
const modulePathOf = (apiVersion: string): string =>
  apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io/', '/');

/** A manifest as a literal, because excess fields are errors of literals alone. */
const checked = (manifest: Manifest): string =>
  `const it: import(${JSON.stringify(`${TYPES}/${modulePathOf(manifest.apiVersion)}`)}).${manifest.kind} = ${JSON.stringify(manifest)};`;

/** What the compiler says of manifests, a line each; empty: nothing. */
async function problemsOf(manifests: readonly Manifest[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'manifests-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'manifests.ts');
  await writeFile(file, manifests.map((manifest) => `{ ${checked(manifest)} }`).join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler'];
  return promisify(execFile)(COMPILER, [...options, file], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

async function manifestsOf(name: string): Promise<Manifest[]> {
  const text = await readFile(new URL(name, FOLDER), 'utf8');
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest); // deploy.test.ts refuses other documents
}

it('every manifest of Kubernetes has the fields of its kind', async () => {
  const manifests = (await Promise.all((await readdir(FOLDER)).map(manifestsOf))).flat();
  const known = manifests.filter((manifest) => !isForeign(manifest));
  expect(new Set(known.map(({ kind }) => kind))).toEqual(
    new Set([
      'Deployment',
      'HorizontalPodAutoscaler',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Secret',
      'Service',
    ]),
  );
  expect(await problemsOf(known)).toBe('');
});

it('a field that its kind has not, or of another type, is told', async () => {
  const [deployment] = await manifestsOf('worker.yaml');
  if (deployment?.kind !== 'Deployment') throw new Error('worker.yaml begins with its deployment');
  const text = JSON.stringify(deployment);
  const misspelt = JSON.parse(text.replace('"livenessProbe"', '"livenesProbe"')) as Manifest; // one key is another
  expect(await problemsOf([misspelt])).toContain(`'"livenesProbe"' does not exist in type 'Container'`);
  const quoted = JSON.parse(text.replace('"replicas":2', '"replicas":"2"')) as Manifest; // a text for a number
  expect(await problemsOf([quoted])).toContain("Type 'string' is not assignable to type 'number'");
});
