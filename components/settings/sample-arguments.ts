type Schema = Record<string, unknown>;

const samples: Record<string, string> = {
  path: "reports/2025-q1.csv",
  source: "notes.md",
  destination: "ideas.md",
  url: "https://example.com/page",
  query: "total",
  expression: "(41200 + 900) / 2",
  content: "# Notes\n\nA first line.",
  oldText: "Total: 41,200",
  newText: "Total: 42,100",
  timeZone: "Europe/Zurich",
};

/** Arguments that this schema could get, so that a template can be tried before any call is made. */
export function sampleArguments(schema: Schema): Record<string, unknown> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, sampleValue(name, property)]),
  );
}

function sampleValue(name: string, property: unknown): unknown {
  if (!isObject(property)) return samples[name] ?? name;
  if (Array.isArray(property.examples) && property.examples.length > 0) return property.examples[0];
  if (property.default !== undefined) return property.default;
  if (property.const !== undefined) return property.const;
  if (Array.isArray(property.enum) && property.enum.length > 0) return property.enum[0];
  const type = Array.isArray(property.type) ? property.type[0] : property.type;
  if (type === "integer" || type === "number") return property.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "array") return [sampleValue(name, property.items)];
  if (type === "object") return sampleArguments(property);
  return Object.hasOwn(samples, name) ? samples[name] : name;
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
