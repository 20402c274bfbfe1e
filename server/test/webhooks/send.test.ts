import { execFile } from "node:child_process";
import { lookup } from "node:dns/promises";
import { createServer } from "node:https";
import { createServer as createNetServer } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { atEnd } from "../../../test/ends.ts";
import { listenHere } from "../../../test/listening.ts";
import { createSender } from "../../src/webhooks/send.ts";
import { startNameServer } from "./nameServer.ts";
import { CERTIFICATE, KEY } from "../foundation/mail/certificate.ts";
import { isSlowSuite } from "../../../test/slow.ts";

let requests = 0;
const names = await startNameServer();
const server = createServer({ cert: CERTIFICATE, key: KEY }, (_request, response) => {
  requests++;
  // The answer never ends.
  response.writeHead(200);
  response.write("x".repeat(100_000));
});
const { port } = await listenHere(server);

async function send(url: string, allow: readonly string[]) {
  const sender = createSender({ allow, patience: 2_000, servers: [names.address] });
  const answer = await sender.send({ url, headers: {}, body: "{}" }, new AbortController().signal);
  await sender.close();
  return answer;
}

it("sends over TLS only to the certificate's host, and reads no more than it needs", async () => {
  const [here, url] = [["127.0.0.1"], `https://localhost:${port}/`];
  expect(await send(url, here)).toEqual({ status: null, error: "tls" });
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, CERTIFICATE]);
  atEnd(() => setDefaultCACertificates(before));
  expect(await send(`https://127.0.0.1:${port}/`, here)).toEqual({ status: null, error: "tls" });
  expect(requests).toBe(0);
  expect(await send(url, here)).toEqual({ status: 200, error: null });
});

it("never connects to a private address, given as a number or a name", async () => {
  const count = requests;
  for (const host of ["localhost", "127.0.0.1", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "169.254.169.254"])
    for (const scheme of ["https", "http"])
      expect([host, await send(`${scheme}://${host}:${port}/`, [])]).toEqual([
        host,
        { status: null, error: "private_address" },
      ]);
  names.says = ({ name }) => (name === "nowhere.example" ? [] : ["10.0.0.1", "127.0.0.1"]);
  expect(await send("https://nowhere.example/", [])).toEqual({ status: null, error: "unknown_host" });
  expect(await send(`https://hooks.example:${port}/`, [])).toEqual({ status: null, error: "private_address" });
  expect(requests).toBe(count);
  // If a name has several addresses, only the allowed ones are connected to.
  expect(await send(`https://hooks.example:${port}/`, ["127.0.0.1"])).toEqual({ status: null, error: "tls" });
});

it("uses IPv4 addresses if the name server does not answer for IPv6", async () => {
  names.says = ({ type }) => (type === "A" ? ["127.0.0.1"] : undefined);
  expect(await send(`https://hooks.example:${port}/`, ["127.0.0.1"])).toEqual({ status: null, error: "tls" });
});

it("names the reason of a failed connection", async () => {
  const allow = ["127.0.0.1"];
  const raw = createNetServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (head) => {
      if (head.includes("/garbage")) socket.end("no HTTP at all\r\n\r\n");
      else if (!head.includes("/hangs")) socket.destroy();
    });
  });
  const { port: open, close } = await listenHere(raw);
  const errorOf = async (url: string) => (await send(url, allow))!.error;
  expect(await errorOf(`http://127.0.0.1:${open}/`)).toBe("reset");
  expect(await errorOf(`http://127.0.0.1:${open}/garbage`)).toBe("bad_answer");
  expect(await errorOf(`https://127.0.0.1:${port}/`)).toBe("tls");
  await close();
  expect(await errorOf(`http://127.0.0.1:${open}/`)).toBe("refused");
  // A name server that refuses says nothing about the name or the receiver.
  const sender = createSender({ allow, patience: 20_000, servers: [`127.0.0.1:${open}`] });
  const asked = { url: "https://hooks.example/", headers: {}, body: "" };
  expect(await sender.send(asked, new AbortController().signal)).toEqual({ status: null, error: "dns" });
  await sender.close();
});

it("blocks no thread for slow names, and can be aborted while it waits for them", async () => {
  const sender = createSender({ allow: [], servers: [names.address] });
  const hosts = Array.from({ length: 20 }, (_, i) => `slow${i}.example`);
  names.says = () => undefined;
  const ending = new AbortController();
  const tries = hosts.map((host) => sender.send({ url: `https://${host}/`, headers: {}, body: "" }, ending.signal));
  // All of them wait for the name server, and other look-ups do not wait for them.
  await expect.poll(() => new Set(names.asked.map(({ name }) => name)).isSupersetOf(new Set(hosts))).toBe(true);
  expect(await lookup("localhost")).toHaveProperty("address");
  ending.abort();
  expect(await Promise.all(tries)).toEqual(hosts.map(() => undefined));
  await sender.close();
});

it.runIf(isSlowSuite)("leaves no listeners on the shared signal", async () => {
  const file = fileURLToPath(new URL("signals.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--no-warnings", file]);
  expect(Number(stdout)).toBeLessThan(50);
});

it("starts nothing after it is aborted", async () => {
  const sender = createSender({ allow: [], patience: 100, servers: [names.address] });
  names.says = () => undefined;
  const message = { url: "https://slow.example/", headers: {}, body: "" };
  expect(await sender.send(message, AbortSignal.abort())).toBeUndefined();
  expect(await sender.send(message, new AbortController().signal)).toEqual({ status: null, error: "timeout" });
  await sender.close();
});
