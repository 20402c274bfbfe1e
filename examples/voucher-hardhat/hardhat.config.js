// npm test, after: npm install
import { createRequire } from "node:module";
import toolbox from "@nomicfoundation/hardhat-toolbox-viem";
import { defineConfig } from "hardhat/config";

export default defineConfig({
  plugins: [toolbox],
  solidity: {
    version: "0.8.37",
    path: createRequire(import.meta.url).resolve("solc/soljson.js"), // from npm, without a download
    settings: { optimizer: { enabled: true, runs: 200 }, evmVersion: "cancun" },
  },
});
