/** Clients send UTF-8 in headers or, as browsers do, Latin-1; Node reads Latin-1 always. */
export function headerText(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  const decoded = bytes.toString('utf8');
  return decoded.includes('\uFFFD') ? text : decoded;
}
