/**
 * `Content-Disposition` of a download (RFC 6266): a name in ASCII for old programs, and the name itself in UTF-8.
 */
export function attachmentHeader(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\w.\-]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
