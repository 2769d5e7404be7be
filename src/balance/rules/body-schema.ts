import { z } from 'zod';
import { FORMULA_LIMITS } from '../../kernel/formula/types.ts';
import { isStorable } from '../../kernel/json.ts';
import { isOneLine } from '../../kernel/text.ts';
import { GRAPH_LIMITS } from './types.ts';

/*
 * Schemas of the parts of a body as clients send them. Unknown fields are left out. Each schema's message says the
 * allowed values; problems.ts adds the path and the given value. Fields may have their name of GET or their name in the
 * stored document.
 */

const isText = (value: string): boolean => isStorable(value) && isOneLine(value);

const matching = (allowed: string, accepts: (value: string) => boolean) =>
  z.string({ error: allowed }).refine(accepts, { error: allowed });

const text = (
  maxCharacters: number,
  error = `a text of at most ${maxCharacters} characters without control characters`,
) => z.string({ error }).max(maxCharacters, { error }).refine(isText, { error });

/** An optional text, because a form that was left empty sends null or an empty string. */
const orNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable().default(null));

const NODE_ID = `a text of 1 to ${FORMULA_LIMITS.idCharacters} characters without braces and without blanks around it`;
/** Id of a node. Braces are refused, because formulas name nodes between braces. */
const nodeId = text(FORMULA_LIMITS.idCharacters, NODE_ID)
  .min(1, { error: NODE_ID })
  .refine((value) => value.trim() === value && !/[{}]/.test(value), { error: NODE_ID });

const EDGE_ID = 'a text of 1 to 400 characters without control characters';
/** Id of an edge, longer than a node's, because canvas libraries join the ids of nodes and handles to it. */
const edgeId = text(400, EDGE_ID).min(1, { error: EDGE_ID });

const numberWithin = (size: number, error: string) => z.number({ error }).min(-size, { error }).max(size, { error });
const coordinate = numberWithin(1_000_000, 'a number from -1000000 to 1000000');
const point = z.object({ x: coordinate, y: coordinate }, { error: 'a place {x, y}' });
const flag = z.boolean({ error: 'true or false' });

/** A colour. Nothing else passes, because the text is drawn as it is. */
const colour = matching('a colour as in CSS, e.g. #e8f4ff or rgb(0, 128, 255)', (value) =>
  /^[#a-z0-9(),.%\s-]{1,50}$/i.test(value),
);

const listOf = <S extends z.ZodType>(element: S, most: number, what: string) =>
  z.array(element, { error: `a list of ${what}` }).max(most, { error: `a list of at most ${most} ${what}` });

const MAX_FLAT_FIELDS = 30;
const flatValue = z.union([text(200), z.number(), z.boolean()], {
  error: 'a text of at most 200 characters, a number, true or false',
});
const flatObject = z
  .record(
    matching('a name of 1 to 40 letters, digits or hyphens', (value) => /^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(value)),
    flatValue,
    { error: 'an object' },
  )
  .refine((value) => Object.keys(value).length <= MAX_FLAT_FIELDS, {
    error: `an object of at most ${MAX_FLAT_FIELDS} fields`,
  });

/** Text of a formula. Whether it parses is checked elsewhere, because that answer names a place in the text. */
const formula = matching('a formula as text that can be stored', isStorable);

const ABOVE_0 = 'a number above 0';
const metaBody = z.object(
  {
    graphTag: orNull(nodeId),
    isConsumption: flag.nullish(),
    limit: z.number({ error: ABOVE_0 }).gt(0, { error: ABOVE_0 }).nullish(),
    backgroundColor: orNull(colour),
    units: listOf(nodeId, GRAPH_LIMITS.unitsOfNode, 'unit ids').nullish(),
    calculations: orNull(formula),
    referencedNodeId: orNull(nodeId),
  },
  { error: 'an object' },
);

const label = text(200).nullish();
const rotation = numberWithin(360, 'a number of degrees from -360 to 360').nullish();
const form = matching('a text of 1 to 50 letters, digits, hyphens or underscores', (value) =>
  /^[\w-]{1,50}$/.test(value),
);

export const nodeBody = z.object(
  {
    id: nodeId,
    position: point.nullish(),
    nodeType: z
      .enum(['physicalNode', 'virtualNode'], { error: 'physicalNode or virtualNode' })
      .nullish()
      .meta({ description: 'Absent: physicalNode when the id is a unit of the industry' }),
    type: orNull(form),
    label,
    rotation,
    data: z.object({ label, rotation }, { error: 'an object' }).nullish(),
    meta: metaBody.nullish(),
    editmeta: metaBody.nullish(),
  },
  { error: 'an object' },
);

const controlPoints = listOf(point, GRAPH_LIMITS.controlPoints, 'places').nullish();

export const edgeBody = z.object(
  {
    id: edgeId,
    source: nodeId,
    target: nodeId,
    type: orNull(form),
    sourceHandle: orNull(text(200)),
    targetHandle: orNull(text(200)),
    controlPoints,
    data: z.object({ controlPoints }, { error: 'an object' }).nullish(),
    markerEnd: orNull(z.union([text(200), flatObject], { error: 'a text or an object' })),
    style: flatObject.nullish(),
  },
  { error: 'an object' },
);

export const pageBody = z.object(
  {
    id: nodeId,
    displayName: orNull(text(200)),
    order: z.number({ error: 'a number' }).nullish(),
    icon: orNull(text(200)),
  },
  { error: 'an object' },
);

const summaryEntries = listOf(
  z.object(
    {
      id: orNull(nodeId),
      displayName: text(200),
      calculations: formula,
      siUnit: orNull(text(50)),
    },
    { error: 'an object' },
  ),
  GRAPH_LIMITS.summaryEntries,
  'entries',
);

export const customSummaryBody = z.union([summaryEntries, z.record(nodeId, summaryEntries)], {
  error: 'a list of entries, or one for each page by its id',
});

export type NodeBody = z.infer<typeof nodeBody>;
export type EdgeBody = z.infer<typeof edgeBody>;
export type PageBody = z.infer<typeof pageBody>;
