import packageFile from '../../package.json' with { type: 'json' };

/** The version of the release: package.json has it, OpenAPI documents and CHANGELOG.md say the same. */
export const VERSION: string = packageFile.version;
