import { createServer, type Server } from "node:https";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSender } from "../../src/webhooks/send.ts";
import { CERTIFICATE, KEY } from "../mail/certificate.ts";

let server: Server;
let port: number;
let requests = 0;
beforeAll(async () => {
  server = createServer({ cert: CERTIFICATE, key: KEY }, (_request, response) => {
    requests++;
    // No end of it.
    response.writeHead(200);
    response.write("x".repeat(100_000));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function send(url: string, allow: readonly string[]) {
  const sender = createSender({ allow, patience: 2_000 });
  const answer = await sender.send({ url, headers: {}, body: "{}" }, new AbortController().signal);
  await sender.close();
  return answer;
}

it("sends over TLS to whom the certificate names alone, and reads no more than it needs", async () => {
  const [here, url] = [["127.0.0.1"], `https://localhost:${port}/`];
  expect(await send(url, here)).toEqual({ status: null, error: "tls" });
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, CERTIFICATE]);
  try {
    expect(await send(`https://127.0.0.1:${port}/`, here)).toEqual({ status: null, error: "tls" });
    expect(requests).toBe(0);
    expect(await send(url, here)).toEqual({ status: 200, error: null });
  } finally {
    setDefaultCACertificates(before);
  }
});

it("connects to nothing that is private, in figures or by name", async () => {
  const count = requests;
  for (const host of ["localhost", "127.0.0.1", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "169.254.169.254"])
    for (const scheme of ["https", "http"])
      expect([host, await send(`${scheme}://${host}:${port}/`, [])]).toEqual([
        host,
        { status: null, error: "private_address" },
      ]);
  expect(await send("https://nowhere.invalid/", [])).toEqual({ status: null, error: "unknown_host" });
  expect(requests).toBe(count);
});
