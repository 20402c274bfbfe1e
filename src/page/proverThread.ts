/** A prover's thread in a browser, the first or the second. */
import { loadEngineOf } from "../crypto/bn254/groth16.ts";
import { serveProver, serveSecondProver, type CircuitBytes, type Port } from "../proof/proving.ts";

/** The first message to a thread: the port to the other thread, if it runs. The second is the circuit's files. */
export type ThreadStart = { readonly first?: MessagePort | undefined; readonly second?: MessagePort | undefined };

const here = globalThis as unknown as Port;

function next(listener: (data: never) => void): void {
  here.addEventListener("message", (event) => listener((event as { readonly data: never }).data), { once: true });
}

next(({ first, second }: ThreadStart) => {
  next((files: CircuitBytes) => {
    const read = async (_: string, file: keyof CircuitBytes) => files[file];
    if (first === undefined) serveProver(here, second, read);
    else serveSecondProver(here, first, read);
  });
  // While the files arrive.
  loadEngineOf(first === undefined ? "A" : "B");
});
