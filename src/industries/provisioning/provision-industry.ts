import type { ProvisionResult } from '../rules/provisioning/plan.ts';
import { readDeclared } from '../rules/provisioning/declared.ts';
import { COMMAND } from '../../platform/login/rules/caller.ts';
import { changeTenant, type TenantChange } from './change-tenant.ts';

interface ProvisionArguments extends Pick<TenantChange, 'context' | 'markStale'> {
  /** The parsed JSON document (docs/how-to/first-industry.md). */
  readonly bundle: unknown;
}

/**
 * Brings an industry to the state of its bundle, in one transaction. The same bundle again changes nothing. Units,
 * categories and users that their section leaves out are removed, and readings stay. Users who are removed or get
 * another password are signed out.
 * @throws ServiceError 1430 with every mistake of the bundle. Nothing is written then.
 */
export async function provisionIndustry({ bundle, ...given }: ProvisionArguments): Promise<ProvisionResult> {
  const { industryId } = readDeclared(bundle);
  const {
    tenant: _tenant,
    difference: _difference,
    ...result
  } = await changeTenant({
    ...given,
    industryId,
    propose: () => ({ document: bundle }),
    act: { actor: COMMAND, verb: 'industry.provision', subject: industryId ?? '' },
  });
  return result;
}
