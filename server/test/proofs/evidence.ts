/** Evidence of actions, requested over HTTP and verified by the package. */
import { toHex, verifyBundle, type Bundle, type BundleVerdict, type Hex } from "anchorlog";
import type { TrustedOperator } from "anchorlog/verify/bundle";
import { parseVerifierKey } from "anchorlog/tlog";
import { call, type Answer, type Client, type TestServer } from "../harness.ts";

export type Checkpoint = {
  size: number;
  root: string;
  note: string;
  anchored: boolean;
  final: boolean;
  block: object | null;
};

/** Asks with a client's credential. */
export const ask = <T>(server: TestServer, { headers }: Pick<Client, "headers">, path: string, more = {}) =>
  call<T>(server, "GET", path, { headers: { ...headers, ...more } });

/** A bundle as received, and the state that the server reported. */
export async function proof(
  server: TestServer,
  client: Client,
  path: string,
): Promise<Answer<Bundle> & { readonly state: string | null; readonly text: string }> {
  const answer = await ask<Bundle>(server, client, path);
  return { ...answer, state: answer.headers.get("anchorlog-state"), text: JSON.stringify(answer.body) };
}

/** The server's description of itself, as a verifier keeps it. */
export async function trustIn(server: TestServer): Promise<TrustedOperator> {
  const { body } = await call<Record<string, Hex> & { domain: { chainId: number } }>(
    server,
    "GET",
    "/.well-known/anchorlog",
  );
  return {
    chainId: body.domain.chainId,
    registry: body["registry"]!,
    operator: body["operator"]!,
    anchorKey: body["anchor_key"]!,
    receiptKey: body["receipt_key"]!,
    noteKey: parseVerifierKey(body["note_key"]!),
  };
}

/** The checkpoints that the server lists to anybody, newest first. */
export const checkpoints = async (server: TestServer): Promise<Checkpoint[]> =>
  (await call<{ items: Checkpoint[] }>(server, "GET", "/checkpoints?limit=100")).body.items;

/** Verifies a bundle by its checkpoint in the server's list. */
export async function verdictOf(server: TestServer, text: string): Promise<Pick<BundleVerdict, "verdict" | "state">> {
  const { inclusion } = JSON.parse(text) as Bundle;
  const size = Number(inclusion?.checkpoint.size ?? 0);
  const checkpoint = (await checkpoints(server)).find((one) => one.size === size)?.note;
  const { verdict, state } = await verifyBundle(text, { checkpoint, operator: await trustIn(server) });
  return { verdict, state };
}

/** Closes the open batch, and signs a checkpoint. */
export async function seal({ parts: { anchorlog } }: TestServer): Promise<number> {
  await anchorlog.closeBatches();
  return (await anchorlog.checkpoint()).size;
}

/** Has a checkpoint seen on chain, as the process that leads keeps it. */
export async function see(server: TestServer, size: number, state: "anchored" | "final" | "gone"): Promise<void> {
  const { store } = server.parts;
  const [checkpoint] = await store.newestCheckpoints(1, size + 1);
  const block = { number: 7, hash: `0x${"b7".repeat(32)}` } as const;
  await store.keepSeen({ size, root: toHex(checkpoint!.root), time: 1_767_603_600, block, state });
}
