/** Ends the worker threads that snarkjs keeps after it has proven or verified. */
export async function stopSnarkjs(): Promise<void> {
  await (globalThis as { curve_bn128?: { terminate(): Promise<void> } }).curve_bn128?.terminate();
}
