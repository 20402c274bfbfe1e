/** The file in which `anchorlog deploy` names what is deployed, and which `anchorlog init` takes. */
import { readFile } from "node:fs/promises";
import { contractAddresses, CORE, type ContractAddresses } from "../chain/addresses.ts";
import { presets } from "../chain/presets.ts";
import { parseStrictJson } from "../base/json.ts";
import { AnchorlogError } from "../base/errors.ts";
import { writeNew } from "./newKeys.ts";
import { parseDocument, readDocument } from "./options.ts";
import { UsageError } from "./usage.ts";

const FORMAT = "anchorlog.deployment/1";

type Preset = keyof typeof presets;

/** A chain, and the preset whose contracts are deployed there. */
export type DeployedCore = { readonly chainId: number; readonly preset: Preset };

/** Returns the text of the file. */
function formatDeployment({ chainId, preset }: DeployedCore): string {
  return `${JSON.stringify({ format: FORMAT, chainId, preset, contracts: coreOf(preset) }, undefined, 2)}\n`;
}

/**
 * Writes the file, unless it is there with the same content.
 *
 * @throws AnchorlogError `file_exists` if it has other content; `unwritable`.
 */
export async function keepDeployment(file: string, deployed: DeployedCore): Promise<void> {
  const text = formatDeployment(deployed);
  if ((await readFile(file, "utf8").catch(() => undefined)) !== text) await writeNew(file, text, 0o644);
}

/** @throws AnchorlogError `file_exists` if the file is there with other content. */
export async function assertMayKeep(file: string, deployed: DeployedCore): Promise<void> {
  const there = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) =>
    error.code === "ENOENT" ? undefined : "",
  );
  if (there === undefined || there === formatDeployment(deployed)) return;
  throw new AnchorlogError("file_exists", `${file} is there already, and is not about these contracts`, {
    fix: "move it away first, or give another name by --output FILE",
  });
}

/**
 * Reads the file.
 *
 * @throws UsageError if it is not such a file, or of a release with other contracts.
 */
export async function readDeployment(file: string): Promise<DeployedCore> {
  return parseDocument(`--deployment ${file}`, await readDocument(file), parseDeployment);
}

function parseDeployment(text: string): DeployedCore {
  const { format, chainId, preset, contracts } = Object(parseStrictJson(text)) as Readonly<Record<string, unknown>>;
  if (
    format !== FORMAT ||
    !(Number.isSafeInteger(chainId) && Number(chainId) > 0) ||
    typeof preset !== "string" ||
    !Object.hasOwn(presets, preset)
  ) {
    throw new UsageError("--deployment takes the file that `anchorlog deploy` wrote, and this is another one", "init");
  }
  const known = { chainId: Number(chainId), preset: preset as Preset };
  if (JSON.stringify(contracts) === JSON.stringify(coreOf(known.preset))) return known;
  throw new UsageError(
    "--deployment: the addresses are not this release's: use the release that deployed them, or deploy with this one",
    "init",
  );
}

function coreOf(preset: Preset): Partial<ContractAddresses> {
  const addresses = contractAddresses(presets[preset]);
  return Object.fromEntries(CORE.map((name) => [name, addresses[name]]));
}
