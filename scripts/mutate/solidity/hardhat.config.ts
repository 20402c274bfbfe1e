// The project, with the number of the mutant that has its turn as every block's coinbase.
import { defineConfig } from "hardhat/config";
import project from "../../../hardhat.config.ts";

const number = Number(process.env["MUTANT"] ?? 0);
const mutated = {
  type: "edr-simulated",
  chainType: "l1",
  chainId: 31_337,
  // What was compiled without the optimizer is large.
  allowUnlimitedContractSize: true,
  coinbase: `0x${number.toString(16).padStart(40, "0")}`,
} as const;

export default defineConfig({ ...project, networks: { ...project.networks, default: mutated } });
