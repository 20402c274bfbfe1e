// The project's configuration, with the active mutant's number as the coinbase of every block.
import { defineConfig } from "hardhat/config";
import project from "../../../hardhat.config.ts";

const number = Number(process.env["MUTANT"] ?? 0);
const mutated = {
  type: "edr-simulated",
  chainType: "l1",
  chainId: 31_337,
  // Without the optimizer, contracts are large.
  allowUnlimitedContractSize: true,
  coinbase: `0x${number.toString(16).padStart(40, "0")}`,
} as const;

export default defineConfig({ ...project, networks: { ...project.networks, default: mutated } });
