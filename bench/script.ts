/** What is said in every cycle, by the person, the model and the tool: the same for both sides. */
export const fileContent = "What the agent writes into the file, a line of ordinary length.\n".repeat(3);
export const finalText = "Done. The file is written, and it says what you asked for it to say.";

export const order = (calls: number, file: string): string =>
  `Please write down what we agreed upon. [[bench ${calls} ${file}]]`;

export const filesOf = (calls: number, file: string): string[] =>
  Array.from({ length: calls }, (_, index) => `${index}-${file}`);

export const argumentsFor = (file: string): string => JSON.stringify({ path: file, content: fileContent });

let lastFile = 0;
export const newFile = (): string => `file-${lastFile++}.txt`;

/** The bytes of a cycle's messages, each counted once and bare: words, arguments, output. */
export function bytesOfMessages(calls: number): number {
  const file = "file-1000.txt";
  const each = filesOf(calls, file).map((name) => {
    const output = JSON.stringify({ path: name, created: true, size: fileContent.length });
    return argumentsFor(name).length + output.length;
  });
  return each.reduce((total, bytes) => total + bytes, order(calls, file).length + finalText.length);
}
