import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openAnchorlog, type Anchorlog, type AnchorlogOptions } from "anchorlog";
import { createPostgresGuard, openPostgresGuard } from "anchorlog/store/guard";
import { openPostgresStore } from "anchorlog/store/postgres";
import { checkTiles, formatVerifierKey, parsePolicy, type TileStore } from "anchorlog/tlog";
import { tileFolder } from "anchorlog/tlog/node";
import { closing } from "../ends.ts";
import { readPublished } from "../../src/operator/seal/publish.ts";
import { startFaultyNode, type FaultyNode } from "../chain/faulty-node.ts";
import { fund, policyFor, timestampsOn, type FurtherNode } from "../chain/timestamps.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { newFolder } from "../folder.ts";
import { NOW, operator, settings, signAction, trusted, wallets } from "../operator.ts";
import { sharePostgres } from "../sharedPostgres.ts";
import { openWire } from "./platform.ts";
import { isSlowSuite } from "../slow.ts";

// Tests the tasks that only the leading process does: publishing, and writing timestamps.
let storeUrl: string;
let guardUrl: string;
let folder: string;
let nonce = 0;
let errors: { code?: string; message: string }[] = [];

const server = closing(await sharePostgres());
const anvil = await startAnvil(NOW / 1_000, 700_001);
const node: FurtherNode = { url: anvil.url, chainId: 700_001, kind: "anvil" };
beforeEach(async () => {
  errors = [];
  folder = newFolder();
  storeUrl = await server.createDatabase();
  guardUrl = await server.createDatabase();
  await (await createPostgresGuard({ connectionString: guardUrl }, operator)).close();
});

type Own = Partial<AnchorlogOptions> & { readonly leaseSeconds?: number };
async function open(
  leader: string,
  { leaseSeconds = 1, ...own }: Own,
  connectionString = storeUrl,
): Promise<Anchorlog> {
  const anchorlog = await openAnchorlog({
    ...settings,
    store: await openPostgresStore({ connectionString, leader, leaseSeconds }),
    guard: await openPostgresGuard({ connectionString: guardUrl }, operator),
    clock: () => NOW,
    onError: (error) => void errors.push(error as Error),
    ...own,
  });
  return closing(anchorlog);
}
/** Signs a checkpoint over one more batch. */
async function sign(by: Anchorlog): Promise<number> {
  const action = await signAction(wallets[0]!, "a.example", nonce++);
  // Another process may have the log's lease for a moment yet.
  await expect
    .poll(async () => (await by.submitMany([action]).catch(() => []))[0])
    .toMatchObject({ index: expect.any(Number) as number });
  await by.closeBatches();
  return (await by.checkpoint()).size;
}
/** The shared tiles through one process's own object, which counts its writes. */
function tilesOf(put?: (path: string) => Promise<void>): TileStore & { readonly puts: string[] } {
  const tiles = tileFolder(join(folder, "tiles"));
  const puts: string[] = [];
  return {
    ...tiles,
    puts,
    put: async (path, bytes, options) => {
      puts.push(path);
      await put?.(path);
      await tiles.put(path, bytes, options);
    },
  };
}
const published = async () => (await readPublished(tileFolder(join(folder, "tiles"))))?.size ?? 0;
const leads = async (anchorlog: Anchorlog) => (await anchorlog.status()).lease.held;

describe("a process that does not lead", () => {
  it("neither publishes nor writes timestamps, nor contacts a further chain, until it leads", async () => {
    const account = await fund(node);
    const make = async (leader: string) => {
      const wire: FaultyNode = await startFaultyNode(node.url);
      const tiles = tilesOf();
      const timestamps = [policyFor({ ...node, url: wire.url }, account)];
      // On a machine of any speed, the first process leads until it gives up the lease.
      const own = { publish: { tiles, maxAge: 20 }, timestamps, leaseSeconds: 600 };
      return { wire, tiles, anchorlog: await open(leader, own) };
    };
    const one = await make("one");
    const two = await make("two");
    const sizes = async () =>
      (await timestampsOn(anvil.client, account.address)).map(({ checkpoint }) => checkpoint.size);
    // Any process may sign it.
    const first = await sign(two.anchorlog);
    await expect.poll(published).toBe(first);
    await expect.poll(sizes).toEqual([first]);
    // The second leader knows the timestamp that the first one wrote.
    await expect
      .poll(async () => (await two.anchorlog.status()).timestamps)
      .toMatchObject([{ size: first, dueSince: undefined, account: { balance: undefined } }]);
    expect([await leads(one.anchorlog), await leads(two.anchorlog)]).toEqual([true, false]);
    expect(two.tiles.puts).toEqual([]);
    expect([...two.wire.asked.keys()]).toEqual(["eth_chainId"]);
    expect(one.tiles.puts.length).toBeGreaterThan(0);

    await one.anchorlog.close();
    const second = await sign(two.anchorlog);
    await expect.poll(published).toBe(second);
    // This moves the chain's time.
    await anvil.advance(2);
    await expect.poll(sizes).toEqual([first, second]);
    expect(errors).toEqual([]);
  });
});

describe("if leadership changes", () => {
  it("during a publication, no larger published checkpoint is replaced by a smaller one", async () => {
    const wire = await openWire(storeUrl);
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = tilesOf(async () => {
      reached.resolve();
      await gate.promise;
    });
    const one = await open("one", { publish: { tiles: slow, maxAge: 20 } }, wire.url);
    const first = await sign(one);
    await reached.promise;
    // It is writing its tiles. All its later requests to the store are lost.
    wire.cut();
    const two = await open("two", { publish: { tiles: tilesOf(), maxAge: 20 } });
    await expect.poll(() => leads(two)).toBe(true);
    const second = await sign(two);
    await expect.poll(published).toBe(second);
    errors = [];
    gate.resolve();
    await expect.poll(() => errors).toContainEqual(expect.objectContaining({ code: "foreign_tiles" }));
    wire.mend();
    expect([first, second, await published()]).toEqual([1, 2, 2]);
    expect(slow.puts).not.toContain("checkpoint");
    const policy = parsePolicy(`log ${formatVerifierKey(trusted.noteKey)}
quorum none
`);
    expect(await checkTiles(tileFolder(join(folder, "tiles")), policy)).toMatchObject({ problems: [] });
  });

  it.runIf(isSlowSuite)("while a timestamp is pending, the next leader takes it over, and writes it once", async () => {
    const account = await fund(node);
    const wire = await openWire(storeUrl);
    await anvil.test.setAutomine(false);
    try {
      const timestamps = [policyFor(node, account)];
      const one = await open("one", { timestamps }, wire.url);
      const size = await sign(one);
      const pending = async (of: Anchorlog) => (await of.status()).timestamps[0]!.transactions.pending;
      await expect.poll(() => pending(one)).toMatchObject({ nonce: 0 });
      wire.cut();
      const two = await open("two", { timestamps });
      await expect.poll(() => pending(two)).toMatchObject({ nonce: 0, key: `timestamp:${size}` });
      await anvil.test.mine({ blocks: 1 });
      await expect.poll(async () => (await two.status()).timestamps[0]!.size).toBe(size);
      // The first process comes back with its old state.
      wire.mend();
      await anvil.test.mine({ blocks: 3 });
      await expect.poll(async () => (await two.status()).timestamps[0]!.final).toBe(size);
      await expect.poll(() => pending(one)).toBeUndefined();
      expect(await timestampsOn(anvil.client, account.address)).toHaveLength(1);
    } finally {
      await anvil.test.setAutomine(true);
    }
  });
});
