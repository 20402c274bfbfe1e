/** For an operator whose keys are kept in three places. */
import { join } from "node:path";
import { openAnchorlog, type AnchorlogOptions } from "anchorlog";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { writeNoteKeystore } from "anchorlog/action/signers";
import { expect } from "vitest";
import { developmentAccount, ROLES } from "../../../scripts/development.ts";
import { folder, keys as platformKeys, node, operator, types } from "./platform.ts";

/** The node has the development accounts, and signs for them. */
export const signerUrl = node.url;
export const signerAddress = platformKeys.anchorKey.address;
const account = developmentAccount(ROLES.receiptKey, operator.chainId);
process.env["ANCHORLOG_RECEIPT_KEY"] = Buffer.from(account.getHdKey().privateKey!).toString("hex");
process.env["ANCHORLOG_NOTE_PASSWORD"] = "a password";
await writeNoteKeystore(join(folder, "note-key.json"), "a password", { light: true });

export async function check({ keys }: { keys: AnchorlogOptions["keys"] }): Promise<void> {
  const store = await openSqliteStore(join(folder, "keys.sqlite"));
  const anchorlog = await openAnchorlog({ store, operator, logs: ["acme-games"], types, keys });
  expect(keys.receiptKey.address.toLowerCase()).toBe(platformKeys.receiptKey.address);
  await anchorlog.close();
}
