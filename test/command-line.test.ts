import { describe, expect, it } from 'vitest';
import { type CommandShape, type Flag, readCommandLine } from '../src/command-line.ts';
import { flagsKeptByNpm } from '../src/config.ts';

const SHAPE = {
  name: 'npm run sample',
  summary: 'Does something.',
  flags: {
    industry: { value: 'ID', required: true, what: 'whose' },
    units: { value: 'A,B', what: 'which; all when absent' },
    'dry-run': { what: 'writes nothing' },
  },
  operands: { called: 'file.csv', least: 1, most: 2 },
} as const;
const USAGE = 'Usage: npm run sample -- --industry ID [--units A,B] [--dry-run] file.csv';
const read = (...args: string[]) => readCommandLine(SHAPE, args, () => []);

describe('a command line', () => {
  it('gives flags by name, absent ones as undefined or false, and what stands behind them', () => {
    expect(read('--industry', 'ACME', 'a.csv')).toEqual({
      values: { industry: 'ACME', units: undefined, 'dry-run': false },
      operands: ['a.csv'],
    });
    expect(read('a.csv', '--dry-run', '--units=-A', '--industry=ACME', '--', '--b.csv')).toEqual({
      values: { industry: 'ACME', units: '-A', 'dry-run': true },
      operands: ['a.csv', '--b.csv'],
    });
  });

  it.each<[string, string[]]>([
    ['--industry is missing', ['a.csv']],
    ['--industry needs a value, ID', ['--industry']],
    ['--industry needs a value, ID', ['--industry', '--dry-run', 'a.csv']],
    ['--industry needs a value, ID', ['--industry=', 'a.csv']],
    ['--industry is given twice', ['--industry', 'A', '--industry', 'B', 'a.csv']],
    ["--dry-run takes no value, not 'no'", ['--industry', 'A', '--dry-run=no', 'a.csv']],
    [
      '--dryrun is not a flag of this command, allowed are --industry, --units, --dry-run',
      ['--industry', 'A', '--dryrun', 'a.csv'],
    ],
    [
      '-n is not a flag of this command, allowed are --industry, --units, --dry-run',
      ['--industry', 'A', '-n', 'a.csv'],
    ],
    ['--toString is not a flag of this command, allowed are --industry, --units, --dry-run', ['--toString']],
    ['file.csv is missing', ['--industry', 'A']],
    ["'c.csv' is one argument too many", ['--industry', 'A', 'a.csv', 'b.csv', 'c.csv']],
  ])('%s: one sentence and the usage', (problem, args) => {
    expect(() => read(...args)).toThrow(new Error(`${problem}. ${USAGE}`));
  });

  it('of a command without flags says so', () => {
    const plain: CommandShape<Record<string, Flag>> = { name: 'npm run plain', summary: 'Nothing.', flags: {} };
    expect(() => readCommandLine(plain, ['--now'], () => [])).toThrow(
      new Error('--now is not a flag of this command, it has none. Usage: npm run plain'),
    );
    expect(() => readCommandLine(plain, ['now'], () => [])).toThrow(
      new Error("'now' is one argument too many. Usage: npm run plain"),
    );
  });

  it.each(['--help', '-h'])(
    'with %s is answered by the usage, the summary and every flag, whatever else is wrong',
    (flag) => {
      expect(read('--industry', flag)).toEqual({
        help: [
          USAGE,
          '',
          'Does something.',
          '',
          '  --industry ID  whose',
          '  --units A,B    which; all when absent',
          '  --dry-run      writes nothing',
          '  --help         this text',
          '',
        ].join('\n'),
      });
    },
  );

  it('tells of a flag that npm kept because -- was not written before it', () => {
    const kept = (env: Record<string, string>) => (names: readonly string[]) => flagsKeptByNpm(names, env);
    const line = (env: Record<string, string>) => () => readCommandLine(SHAPE, ['ACME', 'a.csv'], kept(env));
    // As npm 10 and 11 put them: the value of a flag it does not know stays behind as an argument.
    expect(line({ npm_config_industry: 'true' })).toThrow(
      new Error(`npm took --industry for a flag of its own: write -- before the flags of the command. ${USAGE}`),
    );
    expect(line({ npm_config_dry_run: 'true' })).toThrow('npm took --dry-run for a flag of its own');
    expect(line({ npm_config_units: 'A,B' })).toThrow('npm took --units for a flag of its own');
    expect(
      flagsKeptByNpm(['dry-run', 'only'], { npm_config_dry_run: '', npm_config_only: 'prod', npm_config_yes: 'true' }),
    ).toEqual([]);
  });
});
