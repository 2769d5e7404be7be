import { parseArgs } from 'node:util';

/** A flag: with `value`, the word that stands for its value in the usage, it takes one. */
export interface Flag {
  readonly value?: string;
  readonly required?: true;
  readonly what: string;
}

/** The arguments of a command, from which its usage, its help and its refusals are made. */
export interface CommandShape<F extends Readonly<Record<string, Flag>>> {
  /** As people type it: `npm run batch`. */
  readonly name: string;
  readonly summary: string;
  readonly flags: F;
  /** Arguments behind the flags: their name in the usage, the fewest that are needed and the most allowed. */
  readonly operands?: { readonly called: string; readonly least: number; readonly most: number };
  /** Further lines of the help. */
  readonly notes?: readonly string[];
}

export interface CommandLine<F extends Readonly<Record<string, Flag>>> {
  /** A flag without value is true or false; a value that is not given is undefined. */
  readonly values: {
    readonly [N in keyof F]: F[N] extends { readonly value: string }
      ? F[N] extends { readonly required: true }
        ? string
        : string | undefined
      : boolean;
  };
  readonly operands: readonly string[];
}

const written = (name: string, { value }: Flag): string => (value === undefined ? `--${name}` : `--${name} ${value}`);

function usageOf<F extends Readonly<Record<string, Flag>>>({ name, flags, operands }: CommandShape<F>): string {
  const words = Object.entries(flags).map(([flag, shape]) =>
    shape.required ? written(flag, shape) : `[${written(flag, shape)}]`,
  );
  const all = [...words, ...(operands === undefined ? [] : [operands.called])];
  return `Usage: ${name}${all.length === 0 ? '' : ` ${name.startsWith('npm') ? '-- ' : ''}${all.join(' ')}`}`;
}

function helpOf<F extends Readonly<Record<string, Flag>>>(shape: CommandShape<F>): string {
  const rows = [
    ...Object.entries(shape.flags).map(([name, flag]) => [written(name, flag), flag.what] as const),
    ['--help', 'this text'] as const,
  ];
  const width = Math.max(...rows.map(([flag]) => flag.length));
  return [
    usageOf(shape),
    '',
    shape.summary,
    '',
    ...rows.map(([flag, what]) => `  ${flag.padEnd(width)}  ${what}`),
    ...(shape.notes === undefined ? [] : ['', ...shape.notes]),
    '',
  ].join('\n');
}

/**
 * The arguments of a command, or its help when --help is among them.
 *
 * @param keptByNpm which of these flags npm took for its own, because `--` was not written before them
 * @throws Error in one sentence that names the flag, what was given and what is allowed
 */
export function readCommandLine<F extends Readonly<Record<string, Flag>>>(
  shape: CommandShape<F>,
  args: readonly string[],
  keptByNpm: (names: readonly string[]) => readonly string[],
): CommandLine<F> | { readonly help: string } {
  if (
    args
      .slice(0, args.includes('--') ? args.indexOf('--') : args.length)
      .some((arg) => arg === '--help' || arg === '-h')
  )
    return { help: helpOf(shape) };
  const names = Object.keys(shape.flags);
  const options = Object.fromEntries(
    Object.entries(shape.flags).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { tokens } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true });
  const refused = (problem: string): Error => new Error(`${problem}. ${usageOf(shape)}`);
  const kept = keptByNpm(names)[0];
  if (kept !== undefined)
    throw refused(`npm took --${kept} for a flag of its own: write -- before the flags of the command`);
  const given = new Map<string, string | true>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const flag =
      Object.hasOwn(shape.flags, token.name) && token.rawName.startsWith('--') ? shape.flags[token.name] : undefined;
    if (flag === undefined)
      throw refused(
        `${token.rawName} is not a flag of this command, ${names.length === 0 ? 'it has none' : `allowed are ${names.map((name) => `--${name}`).join(', ')}`}`,
      );
    if (given.has(token.name)) throw refused(`--${token.name} is given twice`);
    if (flag.value === undefined && token.value !== undefined)
      throw refused(`--${token.name} takes no value, not '${token.value}'`);
    // The next word is a flag where no value was written.
    if (
      flag.value !== undefined
      && (token.value === undefined || token.value === '' || (!token.inlineValue && token.value.startsWith('-')))
    )
      throw refused(`--${token.name} needs a value, ${flag.value}`);
    given.set(token.name, token.value ?? true);
  }
  const missing = Object.entries(shape.flags).find(([name, { required }]) => required && !given.has(name));
  if (missing !== undefined) throw refused(`--${missing[0]} is missing`);
  const { called, least, most } = shape.operands ?? { called: '', least: 0, most: 0 };
  if (operands.length < least) throw refused(`${called} is missing`);
  if (operands.length > most) throw refused(`'${operands[most]}' is one argument too many`);
  const values = Object.fromEntries(
    Object.entries(shape.flags).map(([name, { value }]) => [
      name,
      given.get(name) ?? (value === undefined ? false : undefined),
    ]),
  );
  return { values: values as CommandLine<F>['values'], operands }; // by the flags' own shapes, checked above
}
