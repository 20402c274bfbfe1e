/** A watchtower as a process of its own, to be killed: `node child.ts <JSON>`. Tells each event on a line. */
import { createPublicClient, createWalletClient, http } from "viem";
import { foundry } from "viem/chains";
import { readExportFolder } from "anchorlog/audit";
import { exportRecords, openWatch, OPERATOR_DUTIES, type WatchedContracts } from "anchorlog/watch";
import type { AnchorlogOptions } from "anchorlog";
import { account } from "./town.ts";

type Given = {
  readonly url: string;
  readonly operator: AnchorlogOptions["operator"];
  readonly contracts: WatchedContracts;
  readonly state: string;
  readonly exported: string;
  readonly watcher: number;
};
const { url, operator, contracts, state, exported, watcher } = JSON.parse(process.argv[2]!) as Given;
const shared = { chain: foundry, transport: http(url), pollingInterval: 10, cacheTime: 0 } as const;
const tower = await openWatch({
  ...{ operator, contracts, state, duties: OPERATOR_DUTIES, interval: 0.05 },
  clients: [createPublicClient(shared)],
  records: exportRecords(() => readExportFolder(exported), operator),
  act: { walletClient: createWalletClient({ ...shared, account: account(watcher) }), budget: 10n ** 18n },
  onEvent: (event) => process.stdout.write(`${JSON.stringify(event)}\n`),
});
await tower.run({ signal: AbortSignal.timeout(600_000) });
