// A process that proves once, as memory.ts says, and answers with its peak resident memory in bytes.
// Plain JavaScript: what it takes to run TypeScript is not to be measured.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const provers = {
  nothing: () => {},
  anchorlog: async ({ circuit, input }) => {
    const { openProver } = await import("anchorlog/proof/prover");
    const prover = openProver();
    await prover.run(circuit, input);
    await prover.close();
  },
  snarkjs: async ({ input, wasm, zkey }) => {
    const { groth16 } = await import("snarkjs");
    await groth16.fullProve(input, wasm, zkey);
  },
  semaphore: async ({ folder, member, merkleProof, depth, wasm, zkey }) => {
    const require = createRequire(folder);
    const { Identity } = require("@semaphore-protocol/identity");
    const { generateProof } = require("@semaphore-protocol/proof");
    await generateProof(new Identity(member), merkleProof, 1n, 2n, depth, { wasm, zkey });
  },
};

process.once("message", async (task) => {
  await provers[task.type](task);
  process.send(peak(), () => process.exit(0));
});

/** On Linux, a process's maxRSS begins with that of the process that started it; VmHWM is its own. */
function peak() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
  return Number(kilobytes) * 1024;
}
