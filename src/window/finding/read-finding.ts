import type { z } from '@hono/zod-openapi';
import type { findingDetail } from '../../findings/http/schemas/insights.ts';
import type { settingsObject } from '../../findings/http/user/insights/settings.ts';
import { type People, readPeople } from '../assignees.ts';
import type { Visit } from '../visit.ts';
import type { FindingUnit } from './evidence-chart.ts';

export type FindingDetail = z.infer<typeof findingDetail>;
type Setting = z.infer<typeof settingsObject>['settings'][number];

/** A finding with all that its page shows. */
export interface PagedFinding extends FindingDetail {
  readonly units: readonly FindingUnit[];
  /** Mutes of its kind that are in force. */
  readonly mutes: Readonly<Record<'unit' | 'industry', Setting | null>>;
  readonly people: People;
}

/** null: the industry has no such finding. */
export async function readPagedFinding(visit: Visit, id: string): Promise<PagedFinding | null> {
  const { ask, askOrNull } = visit;
  if (id === '') return null;
  // An id that is malformed is one of no finding.
  const [found, { data: units }] = await Promise.all([
    askOrNull<{ data: FindingDetail }>(`/api/user/insights/${encodeURIComponent(id)}`, {}, [400, 404]),
    ask<{ data: readonly FindingUnit[] }>('/api/user/units', { retired: true }),
  ]);
  if (found === null) return null;
  const { kind, unitId } = found.data.finding;
  const [{ data: set }, people] = await Promise.all([
    ask<{ data: { settings: readonly Setting[] } }>('/api/user/insights/settings'),
    readPeople(visit),
  ]);
  const muted = set.settings.filter((one) => one.kind === kind && one.mutedUntil !== null);
  return {
    ...found.data,
    units,
    mutes: {
      unit: unitId === null ? null : (muted.find((one) => one.unitId === unitId) ?? null),
      industry: muted.find((one) => one.unitId === null && one.subCategoryId === null) ?? null,
    },
    people,
  };
}
