import { dirname, join, relative, resolve } from "node:path";
import { contractAddresses } from "../chain/addresses.ts";
import { presets } from "../chain/presets.ts";
import { inEther } from "../daemon/config/amount.ts";
import { formatConfig } from "../daemon/config/format.ts";
import { CONFIG_FILE } from "../daemon/config/load.ts";
import { didYouMean } from "../daemon/config/nearest.ts";
import type { SettingName } from "../daemon/config/settings.ts";
import type { Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { Call } from "./command.ts";
import { readDeployment, type DeployedCore } from "./deploymentFile.ts";
import { assertNoneThere, KEY_ROLES, makeKey, makePrivateFolder, writeNew, type NewKey } from "./newKeys.ts";
import { openNode } from "./node.ts";
import { assertNone, EXIT_CODES, UsageError } from "./usage.ts";
import { newPassword, readPasswordReference } from "./password.ts";
import { print } from "./print.ts";
import { verifierKey } from "./trust.ts";

/** The first settings of a configuration, by the preset of its registry. Times in seconds. */
export const BEGINNINGS = {
  local: { chainId: 31_337, delay: 3_600, rpc: "http://127.0.0.1:8545" },
  l2: { chainId: 10, delay: 21_600, rpc: "env:ANCHORLOG_SECRET_RPC" },
  mainnet: { chainId: 1, delay: 86_400, rpc: "env:ANCHORLOG_SECRET_RPC" },
} as const;
export type Preset = keyof typeof BEGINNINGS;

/** `anchorlog init`: writes a configuration, and keys if asked. Returns the exit code. */
export async function runInit({ values, positionals }: Call): Promise<number> {
  assertNone("init", positionals);
  const { output: path = CONFIG_FILE, ...given } = values as InitValues;
  const output = resolve(path);
  const folder = given["generate-keys"] === undefined ? undefined : resolve(given["generate-keys"]);
  if (folder === undefined && (given["plain-keys"] === true || given.password !== undefined)) {
    throw new UsageError("--plain-keys and --password are about --generate-keys DIR", "init");
  }
  const deployed = await readDeployed(given);
  const beginning = beginningOf(deployed);
  // Checked before a key is made that no configuration would name.
  await assertNoneThere([output, ...(folder === undefined ? [] : KEY_ROLES.map((role) => join(folder, role)))]);
  await assertDeployed(deployed, given.rpc);
  const keys = folder === undefined ? [] : await writeKeys(folder, given);
  const from = dirname(output);
  for (const { role, form, file, address } of keys) {
    beginning[`keys.${role}`] = `${form}:${relative(from, file)}`;
    if (role === "account") beginning["operator.address"] = address;
  }
  if (given.password !== undefined) beginning["keys.password"] = passwordSetting(given.password, from);
  await writeNew(output, formatConfig(beginning), 0o644);
  await print(
    `${[`wrote ${output}`, ...keys.map((key) => describe(key, beginning)), "", ...nextSteps(keys, presets[deployed.preset].stake.minimumStake)].join("\n")}\n`,
  );
  return EXIT_CODES.valid;
}

/**
 * Checks on a node that the registry is deployed. For `local` only with `--rpc`: that chain may not run yet.
 *
 * @throws UsageError if no node is named. @throws AnchorlogError `no_contract`, `wrong_chain`, `chain_unavailable`
 */
async function assertDeployed({ preset, chainId }: DeployedCore, rpc: string | undefined): Promise<void> {
  if (preset === "local" && rpc === undefined) return;
  const { request } = await openNode(rpc, process.env, "init");
  const found = Number(await request({ method: "eth_chainId" }));
  if (found !== chainId) {
    throw new AnchorlogError(
      "wrong_chain",
      `--rpc: the node is of chain ${found}, and the contracts of the preset ${preset} are on chain ${chainId}`,
      { fix: "give a node of that chain, another preset, or the file of `anchorlog deploy` by --deployment" },
    );
  }
  const { registry } = contractAddresses(presets[preset]);
  const code = await request({ method: "eth_getCode", params: [registry, "latest"] });
  if (typeof code === "string" && /^0x[0-9a-f]{2,}$/i.test(code)) return;
  throw new AnchorlogError(
    "no_contract",
    `nobody has deployed the registry of the preset ${preset} on chain ${chainId}: ${registry} has no code`,
    { fix: `deploy the contracts there first, which anybody may: npx anchorlog deploy --preset ${preset}` },
  );
}

/** @throws UsageError */
async function readDeployed({ deployment, preset }: InitValues): Promise<DeployedCore> {
  if (deployment !== undefined && preset !== undefined) {
    throw new UsageError("--deployment names the preset: leave out --preset", "init");
  }
  if (deployment !== undefined) return readDeployment(deployment);
  const named = readPreset(preset ?? "mainnet", "init");
  return { preset: named, chainId: Number(process.env["ANCHORLOG_OPERATOR_CHAIN_ID"] ?? BEGINNINGS[named].chainId) };
}

type InitValues = {
  readonly rpc?: string;
  readonly preset?: string;
  readonly deployment?: string;
  readonly output?: string;
  readonly password?: string;
  readonly "generate-keys"?: string;
  readonly "plain-keys"?: boolean;
};

function describe({ role, file, address, publicKey }: NewKey, beginning: Beginning): string {
  const operator = {
    chainId: beginning["operator.chainId"] as number,
    registry: beginning["operator.registry"] as Hex,
    operator: beginning["operator.address"] as Hex,
  };
  const who =
    publicKey === undefined ? `of ${address}` : `whose verifier key is\n  ${verifierKey(operator, publicKey)}`;
  return `wrote ${file}: the ${role} key ${who}`;
}

/** @param stake wei. */
function nextSteps(keys: readonly NewKey[], stake: bigint): string[] {
  const account = keys.find(({ role }) => role === "account")?.address;
  const isEncrypted = keys.some(({ form }) => form === "keystore");
  const fill = account === undefined ? "operator.address, operator.name" : "operator.name";
  return [
    `Next: fill in ${fill} and operator.logs there, and check keys.* and chain.rpc;`,
    ...(keys.length === 0 ? [] : ["back up the keys: no other copy exists;"]),
    ...(isEncrypted ? ["keep their password in the place that keys.password names;"] : []),
    ...(account === undefined
      ? []
      : [
          `send ${account} ${inEther(stake)} for the stake, and more for gas (some 300,000 gas to register and stake,`,
          "and up to 110,000 for each anchor); then",
        ]),
    "  npx anchorlog register && npx anchorlog stake deposit",
    "  npx anchorlog operate",
  ];
}

/** Converts a path to the configuration's form: relative to the configuration's folder. */
function passwordSetting(given: string, from: string): string {
  const reference = readPasswordReference(given, "init");
  return reference.from === "file" ? `file:${relative(from, resolve(reference.path))}` : given;
}

/** @throws UsageError */
export function readPreset(name: string, command: string): Preset {
  if (Object.hasOwn(BEGINNINGS, name)) return name as Preset;
  throw new UsageError(
    `--preset is local, l2 or mainnet, not ${name}${didYouMean(name, Object.keys(BEGINNINGS))}`,
    command,
  );
}

type Beginning = Partial<Record<SettingName, unknown>>;

function beginningOf({ preset, chainId }: DeployedCore): Beginning {
  const { delay, rpc } = BEGINNINGS[preset];
  return {
    "operator.chainId": chainId,
    "operator.registry": contractAddresses(presets[preset]).registry,
    "operator.address": "0x… (the account that is to be the operator)",
    "operator.name": "… (the platform's name, as wallets show it; for good)",
    "operator.maxAnchorDelaySeconds": delay,
    "operator.logs": ["my-organization"],
    "operator.kinds": { Transfer: { objectId: "string", to: "address" } },
    "chain.rpc": [rpc],
    "store.sqlite": "anchorlog.sqlite",
    "guard.file": "anchorlog.guard",
  };
}

/** Writes one key for each role, into a folder that only this user can read. */
async function writeKeys(folder: string, given: InitValues): Promise<NewKey[]> {
  const place = { command: "init", env: process.env, folder: process.cwd() };
  const encryption = given["plain-keys"] === true ? undefined : { password: await newPassword(given.password, place) };
  await makePrivateFolder(folder);
  const written: NewKey[] = [];
  for (const role of KEY_ROLES) written.push(await makeKey(role, join(folder, role), encryption));
  return written;
}
