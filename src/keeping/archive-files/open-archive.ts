import type { Archive } from './archive.ts';
import { directoryArchive } from './directory.ts';
import { bucketArchive } from './s3.ts';
import type { ArchiveSettings } from './settings.ts';

export const openArchive = (settings: ArchiveSettings): Archive =>
  settings.kind === 'directory' ? directoryArchive(settings.path) : bucketArchive(settings);
