import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pythonOf } from '../scripts/clients/python.ts';
import { typescriptOf } from '../scripts/clients/typescript.ts';
import { SURFACES } from '../src/platform/http/route-terms.ts';
import { surfaceDocument } from '../src/service/surface-documents.ts';
import { type MintedUser, mintUser, PASSWORD, testApp } from './service/support/app-fixture.ts';
import { childEnvironment } from './support/child-environment.ts';
import { testContext, type TestContext } from './support/database.ts';
import { mintWorks, stored } from './readings/works.ts';
import { type Served, serve } from './window/support/served.ts';

const CLIENTS = new URL('../clients/', import.meta.url);
const clientFile = (name: string): string => readFileSync(new URL(name, CLIENTS), 'utf8');
const run = promisify(execFile);

const hasPython = ((): boolean => {
  try {
    // NotRequired came with 3.11.
    execFileSync('python3', ['-c', 'from typing import NotRequired'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe.each(SURFACES)('the clients of the %s surface', (surface) => {
  it('are those of its document now; `npm run clients` makes them', () => {
    const document = surfaceDocument(surface);
    expect(clientFile(`typescript/${surface}.ts`) === typescriptOf(document)).toBe(true);
    expect(clientFile(`python/water_${surface}.py`) === pythonOf(document)).toBe(true);
  });
});

describe('the example', () => {
  let context: TestContext;
  let served: Served;
  let user: MintedUser;
  beforeAll(async () => {
    // The examples send readings of now.
    context = await testContext(new Date().toISOString());
    served = await serve(() => testApp(context));
  });
  afterAll(() => served.close());

  const printed = async (program: string, ...file: readonly string[]): Promise<string> => {
    const industry = await mintWorks(context);
    user = await mintUser(context, { industryId: industry.industryId, permissions: ['readings:write'] });
    const asked = [...file, served.base, user.username, PASSWORD, 'M1'];
    const { stdout } = await run(program, asked, { env: childEnvironment() });
    const { readings } = await stored(context, industry);
    expect(readings.map(({ unit_id, value }) => [unit_id, value])).toEqual(Array(3).fill(['M1', 1000]));
    return stdout;
  };
  const example = (name: string): string => new URL(name, CLIENTS).pathname;

  it('in TypeScript sends three readings and reads the newest one back', async () => {
    const text = await printed(process.execPath, example('typescript/example.ts'));
    expect(text).toMatch(/^3 stored\n[\s\S]*unitId: 'M1'/);
  });

  it.skipIf(!hasPython)('in Python does the same', async () => {
    expect(await printed('python3', example('python/example.py'))).toMatch(/^3 stored\n.*'unitId': 'M1'/);
  });

  it('has at most 30 lines in either language', () => {
    const lines = ['typescript/example.ts', 'python/example.py'].map((name) => clientFile(name).split('\n').length);
    expect(Math.max(...lines)).toBeLessThanOrEqual(31);
  });
});
