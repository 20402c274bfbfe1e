/** A prover's thread in a browser, the first or the second. */
import { serveProver, serveSecondProver, type CircuitBytes, type Port } from "../proof/proving.ts";

/** The first message to a thread: the circuit's files, and the port to the other thread, if it runs. */
export type ThreadStart = {
  readonly files: CircuitBytes;
  readonly first?: MessagePort | undefined;
  readonly second?: MessagePort | undefined;
};

const here = globalThis as unknown as Port;
here.addEventListener(
  "message",
  (event) => {
    const { files, first, second } = (event as { readonly data: ThreadStart }).data;
    const read = async (_: string, file: keyof CircuitBytes) => files[file];
    if (first === undefined) serveProver(here, second, read);
    else serveSecondProver(here, first, read);
  },
  { once: true },
);
