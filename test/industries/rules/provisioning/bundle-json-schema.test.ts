import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bundleSchema } from '../../../../src/industries/rules/provisioning/bundle-schema.ts';
import { bundleProblems, readBundle } from '../../../../src/industries/rules/provisioning/read-bundle.ts';
import { NO_TENANT } from '../../../../src/industries/rules/provisioning/stored.ts';

/*
 * docs/reference/industry-bundle.schema.json is for editors and generators. JSON Schema cannot say everything that a
 * check of ours does, so each field carries in `description` the very sentence that a wrong value is answered with.
 * Written by UPDATE_SNAPSHOT=1.
 */

const schemaFile = new URL('../../../../docs/reference/industry-bundle.schema.json', import.meta.url);
const firstIndustry = readFileSync(new URL('../../../../docs/how-to/first-industry.md', import.meta.url), 'utf8');

interface Described {
  description?: string | undefined;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
  additionalProperties?: Described | boolean;
}

/** What a field says about a value that it refuses. */
function allowedBy(schema: z.core.$ZodType): string | undefined {
  const worded = schema._zod.def.error;
  // Only the code and the input are read.
  const said = worded?.({ code: 'custom', input: undefined, path: [], inst: schema } as never);
  return typeof said === 'string' ? said : said?.message;
}

function jsonSchema(): Described {
  return z.toJSONSchema(bundleSchema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema: written }) => {
      const allowed = allowedBy(zodSchema);
      if (allowed !== undefined && allowed !== 'an object' && allowed !== 'a list' && allowed !== 'true or false')
        written.description = `Allowed: ${allowed}.`;
    },
  }) as Described; // the part of a JSON Schema that is looked at here
}

/** Names of all fields, as `units.meta.pRef`. */
function fieldsOf(schema: Described, path = ''): string[] {
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    `${path}${name}`,
    ...fieldsOf(field, `${path}${name}.`),
  ]);
  const inside = [
    schema.items,
    ...(schema.anyOf ?? []),
    typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined,
  ];
  return [...new Set([...below, ...inside.flatMap((each) => (each === undefined ? [] : fieldsOf(each, path)))])];
}

describe('the JSON Schema of a bundle', () => {
  it('is the one in docs, made from the checks that provisioning runs', () => {
    const text = `${JSON.stringify(jsonSchema(), null, 2)}\n`;
    if (process.env['UPDATE_SNAPSHOT'] === '1') writeFileSync(schemaFile, text);
    expect(readFileSync(schemaFile, 'utf8')).toBe(text);
  });

  it('says of a field what its check says', () => {
    const units = jsonSchema().properties?.['units']?.items?.properties ?? {};
    expect(units['flowFactor']?.description ?? units['flowFactor']?.anyOf?.[0]?.description).toBe(
      'Allowed: a finite number other than 0, 1000000000 at most in size.',
    );
  });

  it('has no field that docs/how-to/first-industry.md does not explain', () => {
    const names = fieldsOf(jsonSchema()).map((path) => path.split('.').at(-1) ?? '');
    expect(names.length).toBeGreaterThan(40);
    expect([...new Set(names)].filter((name) => !firstIndustry.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('the bundle of docs/how-to/first-industry.md', () => {
  it('is whole, and provisioned as it stands', () => {
    const [, text = ''] = /```json title="bundle\.json"\n([\s\S]*?)```/.exec(firstIndustry) ?? [];
    expect(bundleProblems(readBundle(JSON.parse(text)), NO_TENANT)).toEqual([]);
  });
});
