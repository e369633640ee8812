import { Ajv, type Options, type ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { RE2JS } from "re2js";

/** A stranger's pattern must not stall the server: matched in linear time, and refused where that cannot be. */
function linearPattern(pattern: string) {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  return { test: (text: string) => compiled.matcher(text).find(), toString: () => `linear ${pattern}` };
}

const options: Options = {
  strict: false,
  // Without these two the code that is made nests with each field, and its making takes the square of their number.
  allErrors: true,
  ownProperties: true,
  validateFormats: false,
  logger: false,
  code: { optimize: false, regExp: Object.assign(linearPattern, { code: "linearPattern" }) as never },
};

/** The check that a JSON Schema of any current dialect makes. Throws when it makes none. */
export function compileSchema(schema: Record<string, unknown>): ValidateFunction {
  // An instance each: schemas of different tools share no ids and no cache that outlives them.
  const dialect = String(schema.$schema ?? "");
  const ajv = dialect.includes("2020-12")
    ? new Ajv2020(options)
    : dialect.includes("2019-09")
      ? new Ajv2019(options)
      : new Ajv(options);
  const { $schema: _named, ...rest } = schema;
  const validate = ajv.compile(rest);
  // Such a schema answers with a promise, which would count as "valid" whatever the arguments are.
  if ("$async" in validate) throw new Error('"$async" is not allowed');
  return validate;
}
