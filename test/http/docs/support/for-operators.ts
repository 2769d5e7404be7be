import { ROUTES } from '../../../../src/http/routes.ts';

const FOR_OPERATORS = new Set(
  ROUTES.filter(({ access }) => access === 'operator').map(({ method, path }) => `${method} ${path}`),
);

/** Whether an operation is answered to operators alone. */
export const isForOperators = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  FOR_OPERATORS.has(`${method.toLowerCase()} ${path}`);
