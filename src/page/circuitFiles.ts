/** Fetches the files of a circuit, and checks them by their hashes. */
import { sha256 } from "../base/digest.ts";
import { toHex } from "../base/hex.ts";
import type { CircuitBytes } from "../proof/proving.ts";
import { InputError } from "./input.ts";

/** The name and the SHA-256 of each file, as `scripts/page.ts` inserts them. */
export type CircuitHashes = Readonly<Record<keyof CircuitBytes, { readonly name: string; readonly sha256: string }>>;

/** Returns which of the files these bytes are, if any. */
export function circuitFileOf(bytes: Uint8Array, hashes: CircuitHashes): keyof CircuitBytes | undefined {
  const hash = toHex(sha256(bytes)).slice(2);
  return (["wasm", "zkey"] as const).find((file) => hashes[file].sha256 === hash);
}

/**
 * Fetches both files from beside the page, compressed as `NAME.gz` if they are there, else plain.
 *
 * @param onBytes called with the bytes that arrived so far.
 * @throws InputError if a file is missing, or is not the one of this release.
 */
export async function fetchCircuit(
  hashes: CircuitHashes,
  base: string,
  onBytes: (arrived: number) => void,
): Promise<CircuitBytes> {
  let arrived = 0;
  const count = (bytes: number) => onBytes((arrived += bytes));
  const fetchOne = async (file: keyof CircuitBytes): Promise<Uint8Array> => {
    const { name } = hashes[file];
    const bytes =
      (await fetchBytes(new URL(`${name}.gz`, base), count, true)) ??
      (await fetchBytes(new URL(name, base), count, false));
    if (bytes === undefined) {
      throw new InputError(`There is no ${name} beside this page. Choose the files of @anchorlog/circuits instead.`);
    }
    if (circuitFileOf(bytes, hashes) !== file) throw new InputError(`${name} beside this page is not this release's.`);
    return bytes;
  };
  const [wasm, zkey] = await Promise.all([fetchOne("wasm"), fetchOne("zkey")]);
  return { wasm, zkey };
}

/** Returns the content of a file; undefined if it is missing. */
async function fetchBytes(
  url: URL,
  onBytes: (bytes: number) => void,
  isPacked: boolean,
): Promise<Uint8Array | undefined> {
  const response = await fetch(url, { credentials: "omit" }).catch(() => undefined);
  if (response?.ok !== true || response.body === null) return undefined;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        onBytes(chunk.length);
        controller.enqueue(chunk);
      },
    }),
  );
  const content = isPacked ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
  // Some servers announce a file NAME.gz as an encoding, which the browser has then undone.
  const bytes = await new Response(content).arrayBuffer().catch(() => undefined);
  return bytes && new Uint8Array(bytes);
}
