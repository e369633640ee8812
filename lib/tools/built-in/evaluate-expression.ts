import {
  factorial,
  gcd,
  isConstantNode,
  isFunctionNode,
  isOperatorNode,
  isParenthesisNode,
  isSymbolNode,
  lcm,
  type MathNode,
  mean,
  median,
  mod,
  parse,
  round,
} from "mathjs/number";
import type { FunctionName } from "./function-names.ts";

/** What is wrong with an expression, as a sentence. */
export class ExpressionError extends Error {}

/** How few and how many numbers it takes, and what it does with them. Each takes a bounded time. */
type Operation = [minimum: number, maximum: number, work: (...values: number[]) => unknown];
const one = (work: (value: number) => unknown): Operation => [1, 1, (value = Number.NaN) => work(value)];
const two = (work: (left: number, right: number) => unknown): Operation => [
  2,
  2,
  (left = Number.NaN, right = Number.NaN) => work(left, right),
];

const operators = new Map<string, Operation>([
  ["add", two((left, right) => left + right)],
  ["subtract", two((left, right) => left - right)],
  ["multiply", two((left, right) => left * right)],
  ["divide", two((left, right) => left / right)],
  ["mod", two((left, right) => mod(left, right))],
  ["pow", two((left, right) => left ** right)],
  ["unaryMinus", one((value) => -value)],
  ["unaryPlus", one((value) => value)],
  ["factorial", one((value) => factorial(value))],
]);

const byName: Record<FunctionName, Operation> = {
  abs: one(Math.abs),
  sign: one(Math.sign),
  sqrt: one(Math.sqrt),
  cbrt: one(Math.cbrt),
  exp: one(Math.exp),
  ln: one(Math.log),
  log: [1, 2, (value = Number.NaN, base = Math.E) => Math.log(value) / Math.log(base)],
  log10: one(Math.log10),
  log2: one(Math.log2),
  sin: one(Math.sin),
  cos: one(Math.cos),
  tan: one(Math.tan),
  asin: one(Math.asin),
  acos: one(Math.acos),
  atan: one(Math.atan),
  floor: one(Math.floor),
  ceil: one(Math.ceil),
  round: [1, 2, (value = Number.NaN, digits = 0) => round(value, digits)],
  pow: two((left, right) => left ** right),
  mod: two((left, right) => mod(left, right)),
  factorial: one((value) => factorial(value)),
  gcd: two((left, right) => gcd(left, right)),
  lcm: two((left, right) => lcm(left, right)),
  min: [1, Number.POSITIVE_INFINITY, Math.min],
  max: [1, Number.POSITIVE_INFINITY, Math.max],
  sum: [1, Number.POSITIVE_INFINITY, (...values) => values.reduce((total, value) => total + value, 0)],
  mean: [1, Number.POSITIVE_INFINITY, (...values) => mean(...values)],
  median: [1, Number.POSITIVE_INFINITY, (...values) => median(...values)],
};

/** A Map, so that only these names are known: `constructor` is no function. */
const functions = new Map<string, Operation>(Object.entries(byName));

const constants = new Map([
  ["pi", Math.PI],
  ["e", Math.E],
  ["tau", 2 * Math.PI],
  ["phi", (1 + Math.sqrt(5)) / 2],
]);

/** The value of an arithmetic expression: numbers, and nothing that names, assigns, defines or collects. */
export function evaluateExpression(expression: string): number {
  let result: number;
  try {
    result = evaluateNode(parse(expression), new Map());
  } catch (error) {
    if (error instanceof RangeError) throw new ExpressionError("The expression is nested too deeply.");
    const reason = error instanceof Error ? error.message.replace(/\.$/, "") : "it is invalid";
    throw new ExpressionError(`The expression cannot be worked out: ${reason}.`);
  }
  if (Number.isNaN(result)) throw new ExpressionError("The expression has no real value.");
  if (!Number.isFinite(result)) throw new ExpressionError("The result is infinite or too large.");
  // 15 digits are what a double holds for certain: 0.1 + 0.2 is 0.3.
  return Number.isSafeInteger(result) ? result : Number(result.toPrecision(15));
}

/** Remembers each node: `a + b%` puts one node in two places, and a chain of those would double each time. */
function evaluateNode(node: MathNode, known: Map<MathNode, number>): number {
  const before = known.get(node);
  if (before !== undefined) return before;
  const value = work(node, known);
  if (typeof value !== "number") throw new ExpressionError("only numbers can be calculated with");
  known.set(node, value);
  return value;
}

function work(node: MathNode, known: Map<MathNode, number>): unknown {
  if (isParenthesisNode(node)) return evaluateNode(node.content, known);
  if (isConstantNode(node)) return node.value;
  if (isSymbolNode(node)) {
    const value = constants.get(node.name);
    if (value === undefined) throw new ExpressionError(`${JSON.stringify(node.name)} is unknown`);
    return value;
  }
  if (isOperatorNode(node)) return apply(node.op, operators.get(node.fn), node.args, known);
  if (isFunctionNode(node) && isSymbolNode(node.fn)) {
    return apply(node.fn.name, functions.get(node.fn.name), node.args, known);
  }
  throw new ExpressionError("only numbers, operators and the listed functions are allowed");
}

function apply(
  name: string,
  operation: Operation | undefined,
  parts: MathNode[],
  known: Map<MathNode, number>,
): unknown {
  if (!operation) throw new ExpressionError(`${JSON.stringify(name)} is not available`);
  const [minimum, maximum, run] = operation;
  if (parts.length < minimum || parts.length > maximum) {
    throw new ExpressionError(`${JSON.stringify(name)} takes another number of values`);
  }
  return run(...parts.map((part) => evaluateNode(part, known)));
}
