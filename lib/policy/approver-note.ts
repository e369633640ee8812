/**
 * The words of the person who approved a call, on a line before what the call brought: they are read first, and stay
 * when the rest is shortened. Quoted, so that they end where they end.
 */
export function withApproverNote(note: string | null, outcome: string): string {
  if (note !== null) return `[The person who approved added: ${JSON.stringify(note)}]\n${outcome}`;
  // A tool that writes such a line itself speaks for nobody.
  return line.test(outcome) ? `[The tool wrote:]\n${outcome}` : outcome;
}

const line = /^\[The person who approved added: ("(?:[^"\\]|\\.)*")\]\n/;

export function splitApproverNote(text: string): { line: string; note: string | null; outcome: string } {
  const found = line.exec(text);
  if (!found) return { line: "", note: null, outcome: text };
  const [whole, quoted = '""'] = found;
  return { line: whole, note: JSON.parse(quoted), outcome: text.slice(whole.length) };
}
