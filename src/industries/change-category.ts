import { fieldOf, refusal } from '../kernel/problems.ts';
import { type BundleDocument, bundleOf, industryDocument } from './rules/provisioning/bundle-of.ts';
import { patchedCategory } from './rules/provisioning/merge-patch.ts';
import type { CategoryName, StoredTenant } from './rules/provisioning/stored.ts';
import { categoryName } from './rules/provisioning/tenant-view.ts';
import type { Proposal } from './provisioning/change-tenant.ts';
import { type Changed, type ChangeRequest, changeEntity } from './change-entity.ts';
import { categoryEntity, requireTenant, requireTenantCategory } from './tenant-entities.ts';
import type { Context, WithQueue } from '../context.ts';

type Body = Readonly<Record<string, unknown>>;
type CategoryRequest = ChangeRequest & CategoryName;

/** Adds a category behind all others of its generation. */
export const createCategory = (
  context: Context & WithQueue,
  request: CategoryRequest,
  category: Body,
): Promise<Changed> =>
  changeEntity(context, request, {
    verb: 'category.create',
    subject: categoryName(request),
    entity: categoryEntity(request),
    propose: (stored) => {
      requireTenant(stored, request.industryId);
      const present = sectionOf(stored, request);
      if (Object.hasOwn(present, request.categoryKey))
        throw refusal([
          { field: 'categoryKey', problem: `is "${request.categoryKey}", which is there: change it by PATCH` },
        ]);
      return withSection(stored, request, { ...present, [request.categoryKey]: category });
    },
  });

/**
 * Changes a category. Fields that the patch does not name stay. {@link patchedCategory} says how sub-categories change.
 */
export const changeCategory = (context: Context & WithQueue, request: CategoryRequest, patch: Body): Promise<Changed> =>
  changeEntity(context, request, {
    verb: 'category.change',
    subject: categoryName(request),
    entity: categoryEntity(request),
    propose: (stored) => {
      const category = requireTenantCategory(stored, request.industryId, request);
      const { document, sentAs } = patchedCategory(category, patch);
      const section = { ...sectionOf(stored, request), [request.categoryKey]: document };
      return { ...withSection(stored, request, section), sentAs };
    },
  });

/** Removes a category. Its units stay. */
export const removeCategory = (context: Context & WithQueue, request: CategoryRequest): Promise<Changed> =>
  changeEntity(context, request, {
    verb: 'category.remove',
    subject: categoryName(request),
    entity: categoryEntity(request),
    propose: (stored) => {
      requireTenantCategory(stored, request.industryId, request);
      const { [request.categoryKey]: _removed, ...kept } = sectionOf(stored, request);
      return withSection(stored, request, kept);
    },
  });

const sectionOf = (stored: StoredTenant, { industryId, generation }: CategoryRequest): BundleDocument =>
  bundleOf(stored, industryId)[generation];

const withSection = (
  stored: StoredTenant,
  { industryId, generation, categoryKey }: CategoryRequest,
  section: BundleDocument,
): Proposal => ({
  document: { industry: industryDocument(stored, industryId), [generation]: section },
  under: `${fieldOf([generation, categoryKey])}.`,
});
