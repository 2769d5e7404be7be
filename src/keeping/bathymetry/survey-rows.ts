import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { readHeader, readSounding, type SurveyProblem } from '../rules/bathymetry/read-survey.ts';
import type { Sounding } from '../rules/bathymetry/survey.ts';
import { ServiceError } from '../../kernel/errors.ts';

/** Soundings of all files of a survey. A boat needs a month for as many. */
const MAX_SOUNDINGS = 1_000_000;
const MAX_RECORD_CHARACTERS = 10_000;
const MOST_PROBLEMS = 100;

/** A file of a survey as it arrives. */
export interface SurveyFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * The soundings of all files, in order.
 * @throws ServiceError 400 naming file, line and column of the first hundred rows that cannot be read, and a header
 * without the columns that are needed; 413 for more than {@link MAX_SOUNDINGS}.
 */
export async function readSurvey(files: AsyncIterable<SurveyFile>): Promise<Sounding[]> {
  const soundings: Sounding[] = [];
  const problems: { file: string; problem: SurveyProblem }[] = [];
  let [count, bad] = [0, 0];
  const take = (name: string, read: Sounding | SurveyProblem): void => {
    if ('problem' in read) {
      bad += 1;
      if (problems.length < MOST_PROBLEMS) problems.push({ file: name, problem: read });
    } else if (soundings.push(read) > MAX_SOUNDINGS)
      throw new ServiceError(413, `The survey has more than ${MAX_SOUNDINGS} soundings`);
  };
  for await (const { name, bytes } of files) {
    count += 1;
    await readRows(name, bytes, (read) => take(name, read));
  }
  if (count === 0) throw new ServiceError(400, "'files' missing", [{ field: 'files', problem: 'is required' }]);
  if (problems.length > 0)
    throw new ServiceError(
      400,
      `${bad} ${bad === 1 ? 'row' : 'rows'} of the survey cannot be read; nothing was stored`,
      problems.map(({ file, problem: { line, problem } }) => ({ field: `${file} line ${line}`, problem })),
    );
  return soundings;
}

/** Reads rows while they are parsed, because a stream of a hundred thousand objects costs more than parsing. */
async function readRows(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  take: (row: Sounding | SurveyProblem) => void,
): Promise<void> {
  let positions: Extract<ReturnType<typeof readHeader>, { kind: 'columns' }>['positions'] | null = null;
  const parser = parse({
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    on_record: (record: string[], { lines }) => {
      if (positions === null) positions = positionsOf(name, record);
      else take(readSounding(positions, record, lines));
      return null;
    },
  });
  try {
    await pipeline(Readable.from(bytes, { objectMode: false }), parser.resume());
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError(400, `${name} cannot be read as CSV`, [{ field: name, problem: 'is no CSV' }]);
  }
  if (positions === null)
    throw new ServiceError(400, `${name} is empty: its first line must name the columns`, [
      { field: name, problem: 'is empty' },
    ]);
}

/** @throws ServiceError 400 naming the missing columns. */
function positionsOf(name: string, cells: readonly string[]) {
  const header = readHeader(cells);
  if (header.kind === 'columns') return header.positions;
  throw new ServiceError(
    400,
    `${name} is no survey: it lacks ${header.names.join(', ')}`,
    header.names.map((column) => ({ field: `${name} line 1`, problem: `has no column '${column}'` })),
  );
}
