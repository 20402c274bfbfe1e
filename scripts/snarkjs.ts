/** Ends the worker threads that snarkjs keeps after its work, and which would keep the process running. */
export async function stopSnarkjs(): Promise<void> {
  await (globalThis as { curve_bn128?: { terminate(): Promise<void> } }).curve_bn128?.terminate();
}
