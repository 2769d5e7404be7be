import packageFile from '../../package.json' with { type: 'json' };

/** The version of the release, as in package.json, OpenAPI documents and CHANGELOG.md. */
export const VERSION: string = packageFile.version;
