import { createRoute, z } from '@hono/zod-openapi';
import { changeProfile, readProfile, changePassword } from '../../users/profile.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS, done, answerWith } from '../../../platform/http/schemas/envelope.ts';
import { profileAnswer, profileAnswerOf, profileChanges, passwordChange } from '../schemas/user.ts';
import { doneAnswer } from '../../../platform/login/http/schemas/login.ts';
import { CATEGORY_GENERATIONS } from '../../../kernel/industry/industry.ts';
import { categoryObject } from '../schemas/industry.ts';
import { flag, jsonBody, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';

/** POST /api/user/user/changePassword. Spec gap: the fields are not specified. */
export const postUserChangePassword = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/user/changePassword',
    tags: ['user'],
    summary: 'Change the own password',
    description: 'Every other session of the user ends: its requests get 440. A wrong old password is 1401.',
    request: { body: jsonBody(passwordChange) },
    responses: { 200: ok('Changed', doneAnswer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context, limiter }) =>
    async (c) => {
      const { oldPassword, newPassword } = c.req.valid('json');
      await changePassword({ ...context, limiter }, c.get('caller'), oldPassword, newPassword);
      return c.json(done('Password changed'), 200);
    },
);

/** GET /api/user/categories. Spec gap: keys for requests of device data, in the order of look-up. */
export const getCategories = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/categories',
    tags: ['device data'],
    summary: 'Categories of your industry',
    description:
      'categories is asked of deviceData; deviceDataV2 looks into categories, categoriesV2 and standardCategories, in this order.',
    request: {
      query: z.object({ retired: flag(false).openapi({ description: 'With units that are out of use' }) }),
      headers: targetIndustryHeader,
    },
    responses: {
      200: ok('Categories', answerWith(z.array(categoryObject)).openapi('CategoriesOfIndustry')),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  () => (c) => {
    const { industry } = c.get('caller');
    const { retired } = c.req.valid('query');
    const data = CATEGORY_GENERATIONS.flatMap((generation) =>
      [...industry.categories[generation].values()].map(({ categoryKey, standardCategoryId, subCategories }) => ({
        generation,
        categoryKey,
        standardCategoryId,
        subCategories: subCategories.map((subCategory) => ({
          ...subCategory,
          units: subCategory.units.filter((unitId) => retired || industry.units.has(unitId)),
        })),
      })),
    );
    return c.json({ ...done('Categories'), data }, 200);
  },
);

const PATH = '/api/user/user';

/**
 * GET /api/user/user. Spec gap: the fields are not specified. The answer is the profile of the asking user, with the
 * clock by which his pages tell times.
 */
export const getUser = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['user'],
    summary: 'Own profile',
    responses: { 200: ok('Profile', profileAnswer), ...errors(...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const caller = c.get('caller');
      const profile = await readProfile(context, caller.userKey);
      return c.json(profileAnswerOf('Profile', profile, caller.industry, context.clock.now()), 200);
    },
);

export const putUser = endpoint(
  createRoute({
    method: 'put',
    path: PATH,
    tags: ['user'],
    summary: 'Change the own profile',
    description: 'Role, permissions, e-mail address and industry are for operators to change.',
    request: { body: jsonBody(profileChanges) },
    responses: { 200: ok('Profile as it is now', profileAnswer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const caller = c.get('caller');
      const { username, emailIds, phoneNo, morningMail, language } = c.req.valid('json');
      const changes = {
        ...(username === undefined ? {} : { username }),
        ...(emailIds === undefined ? {} : { emailIds }),
        ...(phoneNo === undefined ? {} : { phoneNo }),
        ...(morningMail === undefined ? {} : { getsMorningMail: morningMail }),
        ...(language === undefined ? {} : { mailLanguage: language }),
      };
      const profile = await changeProfile(context, caller.userKey, changes);
      return c.json(profileAnswerOf('Profile changed', profile, caller.industry, context.clock.now()), 200);
    },
);
