/** The API server, for one snippet. Its listening address is its public address. */
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { startServer, type TestServer } from "../../../server/test/harness.ts";

export async function startApi(): Promise<{ readonly api: string; readonly server: TestServer }> {
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, "close");
  const api = `http://127.0.0.1:${port}`;
  return { api, server: await startServer({ PUBLIC_URL: api, PORT: String(port) }, { clock: { now: Date.now() } }) };
}
