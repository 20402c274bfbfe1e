/** WebAssembly as it is in Node and in browsers: the types in use declare none of it. */
export type WebAssemblyApi = {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports?: object) => { readonly exports: unknown };
};

/** The smallest module: magic number and version. */
const EMPTY = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

/** Why there is no WebAssembly, or none allowed; undefined where there is. */
export function missingWebAssembly(): string | undefined {
  const { WebAssembly } = globalThis as unknown as { WebAssembly?: WebAssemblyApi };
  if (WebAssembly === undefined) return "there is no WebAssembly here";
  try {
    void new WebAssembly.Module(EMPTY);
    return undefined;
  } catch {
    return "WebAssembly is forbidden here";
  }
}

/** Compiles a module. Throws where there is no WebAssembly, or none with the vectors that it needs, or none allowed. */
export function compileModule(code: Uint8Array): object {
  const missing = missingWebAssembly();
  if (missing !== undefined) throw new Error(missing);
  try {
    return new (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly.Module(code);
  } catch (cause) {
    throw new Error("its module does not compile here", { cause });
  }
}

/** A new instance of a module that imports nothing: its exports. Throws RangeError where there is no memory for it. */
export function instantiateModule(module: object): unknown {
  return new (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly.Instance(module).exports;
}
