import { injectionInName } from '../../platform/login/rules/injection.ts';
import { isOneLine } from '../../kernel/text.ts';
import { MAX_PARAMETER_NAME_CHARACTERS } from './reading.ts';

/** PostgreSQL text holds no NUL, and a lone surrogate would come back as another name. */
const isPrintable = (name: string): boolean =>
  name !== '' && name.length <= MAX_PARAMETER_NAME_CHARACTERS && isOneLine(name) && name.isWellFormed();

function problemOf(name: string): string | null {
  if (!isPrintable(name)) return `must have 1 to ${MAX_PARAMETER_NAME_CHARACTERS} printable characters`;
  const kind = injectionInName(name);
  return kind === null ? null : `looks like ${kind} injection`;
}

/**
 * Problems by name, kept because screening takes a thousand times as long as a look-up, and devices send the same few
 * names for years.
 */
const problems = new Map<string, string | null>();
const MAX_REMEMBERED_NAMES = 10_000;

// Spec gap: what is screened of readings. Their other texts are looked up or parsed, never stored.
/** The reason why a parameter cannot have this name, as the end of a sentence; null when it can. */
export function problemOfParameterName(name: string): string | null {
  const known = problems.get(name);
  if (known !== undefined) return known;
  const problem = problemOf(name);
  if (name.length > MAX_PARAMETER_NAME_CHARACTERS) return problem;
  if (problems.size >= MAX_REMEMBERED_NAMES) problems.clear();
  problems.set(name, problem);
  return problem;
}
