import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { formatBundle } from "anchorlog/verify/bundle";
import { disputeQuestion, openDispute, readDispute } from "anchorlog/dispute";
import { openProver, proveOrder } from "anchorlog/proof/prover";
import { USER_DUTIES } from "anchorlog/watch";
import { types } from "../operator.ts";
import { challenger, LOG, openHonest, watcher } from "./honest.ts";

const prover = await openProver();
const honest = await openHonest([4]);
afterAll(() => prover.close());

it("takes the lead in a dispute if its user's entry is earlier and its batch final, and settles it", async () => {
  const { town, anchorlog, folder } = honest;
  const receipts = join(folder, "receipts");
  await mkdir(receipts);
  await writeFile(join(receipts, "mine.json"), formatBundle(await anchorlog.bundle({ log: LOG, index: 1 })));
  const { payloadType } = types.kinds.get("Transfer")!;
  const of = (object: string) => ({ payloadType, where: { objectId: object } });
  const question = disputeQuestion(town.operator, LOG, [of("object 1"), of("object 2")]);
  // Final after 240 s; a question is open for 60.
  await town.anvil.advance(205);
  const { id } = await openDispute(town.anvil.writer(challenger), town.contracts.disputes, question);
  let proofs = 0;
  const tower = await honest.open({
    duties: USER_DUTIES,
    receipts,
    act: honest.act(),
    prove: (request) => {
      proofs++;
      return proveOrder(request, { prover });
    },
  });
  const early = await tower.pass();
  expect(early.alarms.map(({ type }) => type)).toContain("dispute.open");
  expect(early.outcomes).toMatchObject([
    { duty: "lead", state: "refused", why: expect.stringContaining("CheckpointNotFinal") },
  ]);
  await town.anvil.advance(40);
  expect((await tower.pass()).outcomes).toMatchObject([{ duty: "lead", state: "sent" }]);
  expect(proofs).toBe(1);
  expect(await readDispute(town.anvil.client, town.contracts.disputes, id)).toMatchObject({
    status: "led",
    leading: { index: 1 },
    creditor: watcher.address.toLowerCase(),
  });
  expect((await tower.pass()).outcomes).toEqual([]);
  await town.anvil.advance(61);
  expect((await tower.pass()).outcomes).toMatchObject([{ duty: "settle", state: "sent" }]);
  expect(await readDispute(town.anvil.client, town.contracts.disputes, id)).toMatchObject({
    status: "resolved",
    bond: 0n,
  });
  await tower.close();
});
