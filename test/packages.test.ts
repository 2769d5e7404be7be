import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Listed {
  readonly engines?: { readonly node?: string };
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const parse = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

test('npm leaves out no optional package because of the Node that the README asks for', () => {
  const own = parse<Listed>('package.json');
  const lock = parse<{ packages: Readonly<Record<string, Listed>> }>('package-lock.json');
  expect(own.engines?.node).toBe('>=20');
  for (const name of Object.keys(own.optionalDependencies ?? {})) {
    // npm is silent about an optional package that it leaves out; typecheck and tests would miss it.
    expect(lock.packages[`node_modules/${name}`]?.engines?.node, name).toMatch(/^>=\s?(18|20)\b/);
  }
});
