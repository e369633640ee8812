import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSWASMModule,
  RELEASE_SYNC,
} from "quickjs-emscripten";

const pageBytes = 65_536;
/** What the compiled engine begins with: 16 MB. */
const initialPages = 256;

export type SandboxInstance = { quickjs: QuickJSWASMModule; memory: WebAssembly.Memory };

/**
 * A QuickJS with a memory of its own that cannot grow past the limit. The engine's own limit does not do: it counts
 * single allocations, and large texts and buffers never add up in it.
 */
export async function newSandboxInstance(
  wasmModule: WebAssembly.Module,
  memoryBytes: number,
): Promise<SandboxInstance> {
  const maximum = Math.max(initialPages, Math.floor(memoryBytes / pageBytes));
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum });
  const variant = newVariant(RELEASE_SYNC, { wasmModule, wasmMemory: memory });
  return { quickjs: await newQuickJSWASMModuleFromVariant(variant), memory };
}
