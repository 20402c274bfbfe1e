import { join } from "node:path";
import { expect, it } from "vitest";
import { openAnchorlog, type Anchorlog, type Hex } from "anchorlog";
import { connectChain, depositStake, finalityDelay, presets, registerOperator } from "anchorlog/chain";
import { formatBundle, verifyBundle } from "anchorlog/verify/bundle";
import { archiveFolder } from "anchorlog/store/archive";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { closing } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { newFolder } from "../folder.ts";
import { keys, operator as template, settings, signActionFor, wallets } from "../operator.ts";

/** Seconds. */
const DELAY = 3_600;
const LOG = "a.example";
const account = developmentAccount(1, LOCAL_CHAIN_ID);

it("entries move to the archive once the registry says that they are final, and are proven from there", async () => {
  const folder = newFolder();
  const anvil = await startAnvil(Math.floor(Date.now() / 1_000), LOCAL_CHAIN_ID, { isStill: true });
  const { registry } = await deployLocally({ provider: anvil.client as never });
  const operator = { ...template, registry, operator: account.address.toLowerCase() as Hex };
  await registerOperator(anvil.writer(account), operator, { ...operator, maxAnchorDelay: DELAY, ...keys });
  await depositStake(anvil.writer(account), operator);
  const errors: unknown[] = [];
  let looks = 0;
  const open = async () => {
    const file = join(folder, "store.sqlite");
    const store = await openSqliteStore(file, { archive: archiveFolder(join(folder, "archive")) });
    const opening = openAnchorlog({
      ...settings,
      store: { ...store, archived: () => (looks++, store.archived()) },
      operator,
      logs: [LOG],
      chain: anvil.writer(account),
      maxAnchorDelay: DELAY,
      archive: { after: 0 },
      onError: (error) => errors.push(error),
    });
    return { store, anchorlog: closing<Anchorlog>(await opening) };
  };
  const { store, anchorlog } = await open();
  const looked = (times: number) => {
    const before = looks;
    return expect.poll(() => looks).toBeGreaterThanOrEqual(before + times);
  };
  for (let nonce = 0; nonce < 3; nonce++) {
    const deadline = Math.floor(Date.now() / 1_000) + 600;
    const action = await signActionFor(operator, wallets[0]!, LOG, nonce, { deadline });
    expect(await anchorlog.submit(action)).toMatchObject({ status: "accepted" });
  }
  await anchorlog.closeBatches();
  await anchorlog.checkpoint();
  await looked(3);
  expect(await store.archived()).toMatchObject({ entries: 0 });
  await anchorlog.anchor();
  await anvil.advance(finalityDelay(presets.local.timing) - 5);
  await looked(3);
  expect(await store.archived()).toMatchObject({ entries: 0 });

  await anvil.advance(10);
  await expect.poll(() => store.archived()).toMatchObject({ entries: 3, undropped: [] });
  const stateOf = async (from: Anchorlog) => {
    const bundle = formatBundle(await from.bundle({ log: LOG, index: 2 }));
    return (await verifyBundle(bundle, { chain: await connectChain(anvil.url) })).state;
  };
  expect(await stateOf(anchorlog)).toBe("final");
  await anchorlog.close();
  const { anchorlog: again } = await open();
  expect(await stateOf(again)).toBe("final");
  expect(errors).toEqual([]);
});
