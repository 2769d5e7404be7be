import type { Querier, RowOf } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { FindingKind } from '../rules/kinds.ts';

/** A limit or a mute of a kind. Both ids null: of the industry. */
interface FindingSetting {
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

type SettingRow = Omit<RowOf<FindingSetting, 'setAt'>, 'limit'> & { readonly limitValue: number | null };

export const findingSettings = async (db: Querier, industryKey: number): Promise<FindingSetting[]> =>
  (await db.many<SettingRow>('insights.settings', { industryKey })).map(({ limitValue, setAt, ...row }) => ({
    ...row,
    limit: limitValue,
    setAt: new Date(setAt),
  }));
