/** A tool that the conformance suite looks for by name, and what it is to answer. */
export type ConformanceTool = {
  name: string;
  inputSchema?: Record<string, unknown>;
  gated?: boolean;
  result?: unknown;
  error?: string;
};

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
const image = { type: "image", data: png, mimeType: "image/png" };

const embedded = (uri: string, mimeType: string, text: string) => ({
  type: "resource",
  resource: { uri, mimeType, text },
});

const addressSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

export const conformanceTools: ConformanceTool[] = [
  { name: "test_simple_text", result: "This is a simple text response for testing." },
  { name: "test_image_content", result: { content: [image] } },
  {
    name: "test_audio_content",
    result: { content: [{ type: "audio", data: wav, mimeType: "audio/wav" }] },
  },
  {
    name: "test_embedded_resource",
    result: {
      content: [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
    },
  },
  {
    name: "test_multiple_content_types",
    result: {
      content: [
        { type: "text", text: "Multiple content types test:" },
        image,
        embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
      ],
    },
  },
  { name: "test_error_handling", error: "This tool intentionally returns an error for testing" },
  { name: "test_logging_tool", result: "done" },
  { name: "json_schema_2020_12_tool", inputSchema: addressSchema, result: "done" },
  {
    name: "test_elicitation",
    inputSchema: { type: "object", properties: { message: { type: "string" } } },
    gated: true,
    result: "done",
  },
  { name: "test_streaming_elicitation", gated: true, result: "done" },
  { name: "test_input_required_result_elicitation", gated: true, result: "done" },
  { name: "test_input_required_result_request_state", gated: true, result: "state-ok" },
  { name: "test_input_required_result_tampered_state", gated: true, result: "done" },
];
