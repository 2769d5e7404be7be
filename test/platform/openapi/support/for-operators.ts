import { ROUTES } from '../../../../src/service/routes/routes.ts';

const FOR_OPERATORS = ROUTES.filter(({ access }) => access === 'operator').map(({ method, path }) => ({
  method,
  // A part of the path in braces, or what a request has in its place.
  form: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{.+?\}/g, '[^/]+')}$`),
}));

/** Whether an operation, or a request of it, is answered to operators alone. */
export const isForOperators = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  FOR_OPERATORS.some((route) => route.method === method.toLowerCase() && route.form.test(path));
