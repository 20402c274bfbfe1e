import { join } from "node:path";
import { expect, it } from "vitest";
import { logId } from "anchorlog/action";
import { archiveFolder } from "anchorlog/store/archive";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { hashDomain } from "../../src/action/domain.ts";
import { createBuilderHere } from "../../src/batch/builder.ts";
import { openArchiving } from "../../src/operator/archive/archiving.ts";
import { newFolder } from "../folder.ts";
import { NOW, openTestOperator, operator, signAction, types, wallets } from "../operator.ts";

const LOG = "a.example";
/**
 * A full block of 256 entries in the first batch is packed, so its segment has bytes. The other batches have no full
 * block.
 */
const BATCHES = [260, 3, 2];
const ENTRIES = 265;

it("a segment takes no further batch once its file is written, and returns all entries", async () => {
  const folder = newFolder();
  const archive = archiveFolder(join(folder, "archive"));
  const store = await openSqliteStore(join(folder, "archived.sqlite"), { archive });
  const test = await openTestOperator(folder, () => NOW, { store });
  const errors: unknown[] = [];
  let nonce = 0;
  for (const count of BATCHES) {
    const nonces = Array.from({ length: count }, () => nonce++);
    await test.anchorlog.submitMany(await Promise.all(nonces.map((n) => signAction(wallets[0]!, LOG, n))));
    await test.anchorlog.closeBatches();
  }
  await test.anchorlog.checkpoint();
  const all = await store.entries(logId(operator, LOG), 0, ENTRIES);
  expect(all).toHaveLength(ENTRIES);
  const checkpoint = (await store.checkpoints()).at(-1);
  const builder = createBuilderHere(store, {
    kinds: types.kinds,
    domainSeparator: hashDomain({ ...operator, verifyingContract: operator.registry }),
  });
  const archiving = await openArchiving({
    store,
    policy: { after: 0 },
    chain: undefined,
    operator,
    maxAnchorDelay: undefined,
    checkpoints: { catchUp: async () => {}, newest: () => checkpoint },
    builder: { pack: (ranges) => builder.pack(ranges, 1), check: builder.check },
    answerLimit: 30_000,
    leadership: { isLeader: () => true },
    tracer: undefined,
    onError: (error) => void errors.push(error),
    clock: () => NOW + 1_000,
  });
  await expect.poll(() => store.archived()).toMatchObject({ to: 3, undropped: [] });
  await archiving.stop();
  expect(errors).toEqual([]);
  expect((await store.segments()).map(({ to }) => to)).toEqual([1, 3]);
  expect(await store.entries(logId(operator, LOG), 0, ENTRIES)).toEqual(all);
});
