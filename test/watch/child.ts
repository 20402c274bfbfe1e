/** A watchtower in a separate process, to be killed: `node child.ts <JSON>`. Prints each event on a line. */
import { createPublicClient, createWalletClient, http } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { readExportFolder } from "../../src/verify/audit/folder.ts";
import { exportRecords, openWatch, OPERATOR_DUTIES, type WatchedContracts } from "../../src/watch/index.ts";
import type { AnchorlogOptions } from "../../src/operator/options.ts";
import { LOCAL_CHAIN } from "../../scripts/development.ts";

type Given = {
  readonly url: string;
  readonly mnemonic: string;
  readonly operator: AnchorlogOptions["operator"];
  readonly contracts: WatchedContracts;
  readonly state: string;
  readonly exported: string;
  readonly watcher: number;
};
const { url, mnemonic, operator, contracts, state, exported, watcher } = JSON.parse(process.argv[2]!) as Given;
const shared = { chain: LOCAL_CHAIN, transport: http(url), pollingInterval: 10, cacheTime: 0 } as const;
const account = mnemonicToAccount(mnemonic, { addressIndex: watcher });
const tower = await openWatch({
  operator,
  contracts,
  state,
  duties: OPERATOR_DUTIES,
  interval: 0.05,
  audit: false,
  clients: [createPublicClient(shared)],
  records: exportRecords(() => readExportFolder(exported), operator),
  act: { walletClient: createWalletClient({ ...shared, account }), budget: 10n ** 18n },
  onEvent: (event) => process.stdout.write(`${JSON.stringify(event)}\n`),
});
await tower.run({ signal: AbortSignal.timeout(600_000) });
