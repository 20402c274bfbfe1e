import { describe, expect, it } from "vitest";
import { readAddress } from "../../src/http/limits/address.ts";
import { createTrust } from "../../src/http/proxies.ts";
import { GROUPS } from "../../src/foundation/limitGroups.ts";
import { call, startServer, type TestServer } from "../harness.ts";

let server: TestServer;

const start = async (env: Record<string, string>): Promise<void> => {
  server = await startServer(env, { groups: GROUPS });
};
/** The requests that a client with this X-Forwarded-For has left in its window. */
const left = async (field?: string): Promise<number> => {
  const headers: Record<string, string> = field === undefined ? {} : { "x-forwarded-for": field };
  return Number((await call(server, "GET", "/nothing", { headers })).headers.get("x-ratelimit-remaining"));
};
const warnings = (): string[] =>
  server.logged
    .map((line) => JSON.parse(line) as { level: string | number; msg: string })
    .filter(({ msg }) => /TRUSTED_PROXIES|trusted proxy/.test(msg))
    .map(({ msg }) => msg);

describe("behind a trusted proxy", () => {
  it("clients are counted by their own addresses, with and without a port", async () => {
    await start({ TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/8" });
    expect(await left("203.0.113.10:5123")).toBe(49);
    expect(await left("203.0.113.10:6000")).toBe(48);
    expect(await left("203.0.113.10")).toBe(47);
    expect(await left("203.0.113.11:5123")).toBe(49);
    expect(await left("[2001:db8::1]:5123")).toBe(49);
    expect(await left("[2001:db8::2]")).toBe(48);
    expect(await left("2001:db8:0:0:0:0:0:3:5123")).toBe(47);
    // A chain of trusted proxies, with ports.
    expect(await left("203.0.113.10:5123, 10.0.0.7:443")).toBe(46);
    // An address that the client claims itself, before the proxy's.
    expect(await left("198.51.100.1, 203.0.113.11")).toBe(48);
    expect(warnings()).toEqual([]);
  });

  it("a client with an unreadable address counts as the proxy that named it, logged once", async () => {
    await start({ TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/8" });
    expect(await left("unknown")).toBe(49);
    expect(await left("_hidden")).toBe(48);
    expect(await left()).toBe(47);
    expect(await left("unknown, 10.0.0.7")).toBe(49);
    expect(await left("unknown, 10.0.0.8")).toBe(49);
    expect(await left("999.0.0.1, 10.0.0.8:99")).toBe(48);
    expect(warnings()).toEqual([expect.stringContaining("cannot be read")]);
  });
});

describe("a proxy that TRUSTED_PROXIES does not name", () => {
  it("causes a warning at start if the public address is https, and at its first header", async () => {
    await start({ PUBLIC_URL: "https://api.example" });
    await expect.poll(warnings).toEqual([expect.stringContaining("PUBLIC_URL is https and TRUSTED_PROXIES is empty")]);
    expect([await left("203.0.113.10"), await left("203.0.113.11")]).toEqual([49, 48]);
    expect(warnings().slice(1)).toEqual([expect.stringContaining("TRUSTED_PROXIES does not name")]);
  });

  it("causes one warning if other proxies are named", async () => {
    await start({ TRUSTED_PROXIES: "10.0.0.0/8" });
    expect([await left("203.0.113.10"), await left("203.0.113.11"), await left()]).toEqual([49, 48, 47]);
    expect(warnings()).toEqual([expect.stringContaining("TRUSTED_PROXIES does not name")]);
  });
});

describe("addresses", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["192.0.2.1:80", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["[::ffff:192.0.2.1]:80", "192.0.2.1"],
    ["[2001:DB8::1]", "2001:db8::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["192.0.2.1:123456", undefined],
    ["192.0.2", undefined],
    ["0x7f.1", undefined],
    ["[192.0.2.1", undefined],
    ["api.example", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%s is read as %s", (text, address) => {
    expect(readAddress(text)).toBe(address);
  });

  it("are trusted by network, also with a port or within IPv6", () => {
    const isTrusted = createTrust(["10.0.0.0/8", "2001:db8::/32", "192.0.2.1"]);
    const trusted = ["10.1.2.3", "10.1.2.3:99", "::ffff:10.1.2.3", "[2001:db8::1]:9", "192.0.2.1"];
    expect(trusted.map(isTrusted)).toEqual(trusted.map(() => true));
    const others = ["11.0.0.1", "192.0.2.2", "2001:db9::1", "unknown", ""];
    expect(others.map(isTrusted)).toEqual(others.map(() => false));
  });
});
