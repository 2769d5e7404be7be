import { z } from '@hono/zod-openapi';

/** The answer's header that a save may send back as If-Match. */
export const versionHeader = {
  headers: z.object({
    ETag: z.string().openapi({ description: 'Version in force, in quotes; "0" before the first save', example: '"3"' }),
  }),
};

export const entityTag = (version: number): string => `"${version}"`;

/**
 * Headers of a request that changes a thing with versions.
 * @param whose the thing whose version is asked for.
 * @param without consequence of an absent header.
 */
const expecting = (whose: string, without: string) => ({
  'If-Match': z
    .string()
    .optional()
    .openapi({
      description: `The ETag of the version of ${whose} that was loaded: when somebody else has changed it meanwhile, the answer is 412 and nothing is written. Absent: ${without}`,
    }),
});

export const graphSavingHeaders = expecting('the graph', 'whatever there is is replaced');
export const ruleSavingHeaders = expecting('the rule', 'whatever there is is replaced or removed');
export const annotationSavingHeaders = expecting('the annotation', 'whatever it says now is replaced or withdrawn');
export const sourceSavingHeaders = expecting('the source', 'whatever it declares now is replaced or removed');
export const metersSavingHeaders = expecting("the unit's list of meters", 'the list is changed as it is');
export const logSavingHeaders = expecting(
  'the log entry',
  'the given fields are changed, whatever the entry holds now',
);
