import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { differingUnit, type Manifest, rowCount } from '../rules/archive/manifest.ts';
import type { Month } from '../rules/archive/months.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { formatRequestDate, monthOf } from '../../kernel/time/business-date.ts';
import { isSealed, whySealed } from '../../kernel/time/sealed-days.ts';
import { copyRollups, firstUnsettled, monthFacts, removeMonth, sealMonth, unitsOfAllTime } from '../store/archive.ts';
import { noteSealed } from '../store/archives.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { retryConflict } from '../../readings/store-rows-with-retry.ts';
import { lockIndustryDocuments } from '../../figures/store/write-documents.ts';
import { holdPlacementAlone } from '../../platform/directory/store/placement.ts';
import { holdRegisterChecks } from '../../figures/store/register-events.ts';
import { addDueRollups } from '../../figures/store/upkeep.ts';

/**
 * Locks the industry against storing readings or documents, register checks and changes of its clock, until the
 * transaction ends. The seal of all industries is not locked, so that the others go on.
 */
export async function holdIndustry(transaction: Querier, industryKey: number) {
  await lockIndustryDocuments(transaction, industryKey);
  await holdRegisterChecks(transaction, industryKey);
  return holdPlacementAlone(transaction, industryKey);
}

/**
 * Removes the readings of an archived month and seals the month. One transaction counts every row again and removes all
 * or none, so a process may die at any point.
 * @throws ServiceError 400 when readings have changed since the archive was written, or a day of the month is not
 * settled. Nothing is removed then.
 */
export const sealArchivedMonth = (
  { database, clock }: DataContext,
  actor: Actor,
  { industryKey }: Industry,
  month: Month,
  manifest: Manifest,
): Promise<void> =>
  retryConflict(() =>
    database.transaction(async (transaction) => {
      const at = clock.now();
      const name = monthOf(month.from);
      const { sealed } = await holdIndustry(transaction, industryKey);
      if (isSealed(sealed, month.from))
        throw new ServiceError(400, `Nothing of ${name} can be removed: ${whySealed(sealed, month.from)}`);
      const units = await unitsOfAllTime(transaction, industryKey);
      const unsettled = await firstUnsettled(transaction, industryKey, month);
      if (unsettled !== null)
        throw new ServiceError(
          400,
          `Nothing of ${name} was removed: business day ${formatRequestDate(unsettled)} waits to be processed`,
        );
      const changed = differingUnit(await monthFacts(transaction, units, month), manifest.units);
      if (changed !== null)
        throw new ServiceError(
          400,
          `Nothing of ${name} was removed: readings of unit ${changed} have changed since the archive was written`,
        );
      await copyRollups(transaction, units, month);
      await removeMonth(transaction, units, month);
      await sealMonth(transaction, industryKey, month, new Date(at));
      await noteSealed(transaction, industryKey, month, new Date(at));
      await addDueRollups(transaction, month.from, month.to);
      await writeAudit(transaction, {
        at,
        actor,
        industryKey,
        verb: 'archive.seal',
        subject: name,
        before: { rows: rowCount(manifest) },
        after: null,
      });
    }),
  );
