import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/* The repository's own files as text, for tests that hold its rules. */

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

export const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
    .sort();

export const textOf = (path: string): string => readFileSync(resolve(root, path), 'utf8');

export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
}

/** The file that a relative specifier names, from the root of the repository. */
export const fileAt = (from: string, specifier: string): string =>
  relative(root, resolve(root, dirname(from), specifier));

/** One name that a file takes from another; `*` where it takes the whole file. */
interface ImportedName {
  readonly from: string;
  readonly name: string;
}

const IMPORT = /^(?:import|export) (?:type )?(?:\{([^}]*)\}|\*(?: as \w+)?|\w+) from '(\.[^']+)';/gm;

export function importedNames(path: string, text: string): ImportedName[] {
  const stated = [...text.matchAll(IMPORT)].flatMap(([, names, specifier = '']) => {
    const taken =
      names === undefined
        ? ['*']
        : names
            .split(',')
            .map((name) => /^\s*(?:type )?(\w+)/.exec(name)?.[1] ?? '')
            .filter((name) => name !== '');
    return taken.map((name) => ({ from: fileAt(path, specifier), name }));
  });
  const dynamic = [...text.matchAll(/\bimport\(\s*'(\.[^']+)'/g)].map(([, specifier = '']) => ({
    from: fileAt(path, specifier),
    name: '*',
  }));
  return [...stated, ...dynamic];
}

/** Names that a file declares and exports. */
export const exportedNames = (text: string): string[] =>
  [...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
