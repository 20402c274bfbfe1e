/** For snippets that prove facts about the actions of a batch. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defineActions, type Hex } from "anchorlog";
import { verifyProof, formatProof } from "anchorlog/proof";
import type { ProvableEntry } from "anchorlog/proof/prover";
import { writeExport } from "anchorlog/verify/audit";
import { expect } from "vitest";
import { openTestOperator, signAction, wallets } from "../../operator.ts";

const own = defineActions({
  Transfer: { objectId: "string", to: "address", price: "uint256", salt: "bytes32" },
  Refund: { objectId: "string" },
});
export const { kinds } = own;
const { anchorlog, options, folder, close } = await openTestOperator(undefined, undefined, { types: own });
export const beneficiary = wallets[1]!.address.toLowerCase() as Hex;
for (const nonce of [0, 1, 2]) {
  const payload = { objectId: `seat ${nonce}`, to: beneficiary, price: "120", salt: `0x${"5a".repeat(32)}` };
  const answer = await anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce, { payload, types: own }));
  expect(answer).toMatchObject({ status: "accepted" });
}
await anchorlog.closeBatches();
export const checkpoint = (await anchorlog.checkpoint()).note;
export const bundle = await anchorlog.bundle({ log: "a.example", index: 1 });
export const later = await anchorlog.bundle({ log: "a.example", index: 2 });
const written = join(folder, "export");
await writeExport(written, options);
/** The lines of the batch. */
export const entries = (await readFile(join(written, "logs/a.example.jsonl"), "utf8"))
  .split("\n")
  .map((line) => (line === "" ? {} : (JSON.parse(line) as object)))
  .filter((line): line is ProvableEntry => "entry" in line && "action" in line);
await close();

type Document = Parameters<typeof formatProof>[0];
type Left = Record<"fact" | "order" | "absence", Document> & Record<"verdict" | "state", string>;

export async function check({ fact, order, absence, verdict, state }: Left): Promise<void> {
  expect({ verdict, state }).toEqual({ verdict: "valid", state: "included" });
  expect(formatProof(fact)).not.toContain(`"120"`);
  for (const document of [order, absence])
    expect(await verifyProof(formatProof(document), { trust: { checkpoint } })).toMatchObject({ verdict: "valid" });
}
