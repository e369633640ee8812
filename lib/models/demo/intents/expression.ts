const words: ReadonlyArray<readonly [RegExp, string]> = [
  [/(\d(?:[\d.,]*\d)?)\s*%\s*of\s*/gi, "$1 / 100 * "],
  [/\bplus\b/gi, "+"],
  [/\bminus\b/gi, "-"],
  [/\b(?:times|multiplied by)\b|×|·/gi, "*"],
  [/\b(?:divided by|over)\b|÷/gi, "/"],
  [/\bto the power of\b|\*\*/gi, "^"],
  [/\b(?:the )?square root of\s*([\d.]+)/gi, "sqrt($1)"],
  [/(?<=\d)\s*x\s*(?=\d)/gi, " * "],
  [/(?<=\d),(?=\d{3}\b)/g, ""],
];

/** The arithmetic in a question, as a calculator writes it; null when there is none. */
export function readExpression(question: string): string | null {
  const bare = question.trim().replace(/[?.!=\s]+$/, "");
  const expression = words.reduce((text, [pattern, sign]) => text.replace(pattern, sign), bare).trim();
  const arithmetic =
    /^(?:[\d\s.+\-*/^()%,]|\b(?:sqrt|sin|cos|tan|log|ln|exp|abs|round|floor|ceil|min|max|mod|pi|e)\b)+$/i;
  const calculates = /\d\s*\)?\s*[+\-*/^%]\s*[(\d\w.-]|[a-z]+\(/i;
  return arithmetic.test(expression) && calculates.test(expression) ? expression : null;
}
