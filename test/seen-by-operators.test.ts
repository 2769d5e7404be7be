import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../src/service/routes/routes.ts';

const file = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const section = (page: string, heading: string): string => page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

describe('what every operator sees', () => {
  const told = [
    ...section(file('docs/how-to/operations.md'), 'What every operator sees').matchAll(
      /`GET (\/api\/[^`]+)`( and [^`|,]*below)?/g,
    ),
  ].map(([, path = '', below]) => ({ path, below: below !== undefined }));

  it('names every path that asks an operator for no permission, and no other', () => {
    const seen = ROUTES.filter(({ access, permission }) => access === 'operator' && permission === null).map(
      ({ path }) => path,
    );
    const isTold = (path: string) =>
      told.some((one) => one.path === path || (one.below && path.startsWith(`${one.path}/`)));
    expect(seen.filter((path) => !isTold(path))).toEqual([]);
    expect(told.filter(({ path }) => !seen.includes(path))).toEqual([]);
  });

  it('is true: none of them acts', () => {
    expect(
      ROUTES.filter(
        ({ access, permission, effect }) => access === 'operator' && permission === null && effect === 'acts',
      ),
    ).toEqual([]);
  });
});

describe('SECURITY.md', () => {
  it('names every path that needs no token and acts', () => {
    const security = file('SECURITY.md').replaceAll(/\s+/g, ' ');
    for (const { method, path } of ROUTES.filter(({ access }) => access === 'open'))
      expect(security).toContain(`\`${method.toUpperCase()} ${path}`);
  });
});
