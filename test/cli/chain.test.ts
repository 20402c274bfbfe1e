import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openRpc } from "../../src/chain/rpc.ts";

it("the local chain ends with the process that started it, even if that process is killed", async () => {
  const program = fileURLToPath(new URL("chain.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const rpc = openRpc(said.toString().trim(), 5_000);
  expect(await rpc({ method: "eth_chainId", params: [] })).toBe("0x7a69");
  child.kill("SIGKILL");
  await expect.poll(() => rpc({ method: "eth_chainId", params: [] }).then(String, () => "gone")).toBe("gone");
});
