import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArchiveError } from '../../archive/archive.ts';
import { ServiceError } from '../../domain/errors.ts';

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/**
 * Gives work a local directory for its files, which is removed afterwards.
 * @throws ServiceError 400 for what the archive refuses, and for a local disk that is full
 */
export async function withStaging<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'water-archive-'));
  try {
    return await work(directory);
  } catch (error) {
    if (error instanceof ArchiveError) throw new ServiceError(400, error.message);
    if (isFull(error)) throw new ServiceError(400, `The disk for temporary files, ${tmpdir()}, is full`);
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
