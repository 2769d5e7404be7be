import type { Querier, RowOf } from '../../platform/database/database.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { type FindingAct, NEVER_TOLD } from '../rules/acts.ts';
import type { FindingKind } from '../rules/kinds.ts';

/** A limit or a mute of a kind. Both ids null: of the industry. */
export interface FindingSetting {
  readonly kind: FindingKind;
  readonly unitId: string | null;
  readonly subCategoryId: string | null;
  /** In the unit of the kind's limit; null: the wider scope decides. */
  readonly limit: number | null;
  /** First business day on which the kind is told again; 9999-12-31: switched off; null: it is told. */
  readonly mutedUntil: BusinessDate | null;
  readonly reason: string | null;
  readonly setBy: string;
  readonly setAt: Date;
}

/** A setting with the key of its unit; null: it is of no single unit. */
export type StoredSetting = FindingSetting & { readonly unitKey: number | null };

/** The industry's own first, then those of sub-categories and of units. */
export const findingSettings = async (db: Querier, industryKey: number): Promise<StoredSetting[]> =>
  (await db.many<RowOf<StoredSetting, 'setAt'>>('insights.settings', { industryKey })).map((row) => ({
    ...row,
    setAt: new Date(row.setAt),
  }));

/** Writes a setting in the place of the one of its kind and scope. One that says nothing is removed. */
export async function keepSetting(
  transaction: Querier,
  industryKey: number,
  { kind, unitKey, subCategoryId, limit, mutedUntil, reason, setBy, setAt }: Omit<StoredSetting, 'unitId'>,
): Promise<void> {
  const place = { industryKey, kind, unitKey, subCategoryId };
  if (limit === null && mutedUntil === null) await transaction.many('insights.remove_setting', place);
  else
    await transaction.many('insights.put_setting', {
      ...place,
      limit,
      mutedUntil: mutedUntil === NEVER_TOLD ? 'infinity' : mutedUntil,
      reason,
      setBy,
      at: setAt,
    });
}

/** Notes the mute of a unit's kind, or its end, in the history of its findings that show on `since` or later. */
export const writeMute = async (
  transaction: Querier,
  industryKey: number,
  muted: {
    readonly kind: FindingKind;
    readonly unitKey: number;
    readonly since: BusinessDate;
    readonly at: EpochMillis;
    readonly userId: string;
    readonly act: Extract<FindingAct, 'muted' | 'unmuted'>;
    readonly detail: string | null;
  },
): Promise<void> => {
  await transaction.many('insights.write_mute', { industryKey, ...muted, at: new Date(muted.at) });
};
