// Appends drafts to one log, some with a statement, until it is killed or its input ends. Prints a line of JSON for
// each answer: see `Line` in postgres-process.ts.
import { setTimeout as sleep } from "node:timers/promises";
import { toHex, type AnchorlogError } from "anchorlog";
import { openPostgresStore, type PostgresStore } from "../../src/store/postgres.ts";
import { acting, actorOf, asking, call, draft, logOf } from "./drafts.ts";
import type { Line, WriterTask } from "./postgres-process.ts";

const task = JSON.parse(process.argv[2]!) as WriterTask;
const {
  rememberedObjects,
  connectionString,
  name,
  leaseSeconds,
  log,
  nonces,
  inFlight = 1,
  releases = false,
  holders = false,
} = task;
const store = await open();
const print = (line: Line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const input = process.stdin.resume();
let next = nonces.from;

const ACTORS = ["alice", "bob", "carol"];

/** Waits for a server that is starting. */
async function open(): Promise<PostgresStore> {
  for (;;) {
    try {
      return await openPostgresStore({ connectionString, leader: name, leaseSeconds, rememberedObjects });
    } catch {
      await sleep(20);
    }
  }
}

async function submit(nonce: number): Promise<void> {
  const effects = nonce % 3 === 0 ? [{ sql: "INSERT INTO notes (text) VALUES ($1)", parameters: [`${nonce}`] }] : [];
  // All writers contend for these objects. Every ninth action is an ask, and every third names a new holder.
  const object = `object ${nonce % 5}`;
  const named = holders && nonce % 3 === 1 ? actorOf(ACTORS[(nonce >> 4) % 3]!) : undefined;
  const by = holders ? ACTORS[(nonce >> 2) % 3]! : ACTORS[0]!;
  const about = nonce % 9 === 0 ? asking(object) : acting(object, named);
  const submitted = draft(nonce, { by, what: name, effects, object: about });
  while (!input.readableEnded) {
    try {
      const [result] = await store.append(logOf(log), call([submitted]));
      if (result!.status === "refused") print({ nonce, code: result!.code });
      else if (result!.status === "unavailable") throw result!.error;
      else print({ nonce, code: result!.status, bytes: toHex(result!.entry.bytes) });
      if (releases) await store.release(logOf(log));
      return;
    } catch (error) {
      const { code, message, details } = error as AnchorlogError;
      print({ nonce, code, leader: details?.["leader"] as string, message });
      await sleep(20);
    }
  }
}

async function work(): Promise<void> {
  while (!input.readableEnded && next < nonces.to) await submit(next++);
}

print({ nonce: -1, code: "open" });
await Promise.all(Array.from({ length: inFlight }, work));
await store.close();
input.destroy();
