/** Parsers of single settings. */
import { isIP } from "node:net";
import { MOST_DRAINED } from "../farewell.ts";
import { isMailAddress } from "../mail/address.ts";
import { bad, type Name } from "./settings.ts";

/**
 * Replaces `localhost` with 127.0.0.1. For `localhost`, Fastify starts a second server to listen at ::1 as well, and
 * does not wait for it on close.
 */
export function readHost(text: string): string {
  return text === "localhost" ? "127.0.0.1" : text;
}

export function readPort(text: string): number {
  const port = Number(text);
  if (/^[0-9]{1,5}$/.test(text) && port <= 65_535) return port;
  throw bad("PORT", `is ${text}`, "give a number from 0 to 65535");
}

export function readToken(name: Name, text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{32,256}$/.test(text)) return text;
  throw bad(name, "is not 32 to 256 visible characters", "make one: openssl rand -hex 32");
}

export function readDrain(text: string): number {
  if (/^[0-9]{1,2}$/.test(text) && Number(text) <= MOST_DRAINED) return Number(text);
  throw bad(
    "DRAIN_SECONDS",
    `is ${text}`,
    `give a number from 0 to ${MOST_DRAINED}. The process needs the rest of its time to shut down`,
  );
}

/** The maximum is slightly below the positions of an entry, `ITEMS`. */
export function readBatch(text: string): number {
  if (/^[1-9][0-9]{0,3}$/.test(text) && Number(text) <= 4_000) return Number(text);
  throw bad("MAX_BATCH", `is ${text}`, "give a number from 1 to 4000");
}

export function readQuota(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw bad("FILES_QUOTA_MIB", `is ${text}`, "give a number from 1 to 999999999");
}

export function readPublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  // Clients sign an authority without port 443.
  if (url?.port === "443") throw bad("PUBLIC_URL", `is ${text}`, "give https:// where the port is 443");
  if (isOrigin) return url;
  throw bad("PUBLIC_URL", `is ${text}`, "give http:// or https://, host and port, and nothing behind them");
}

export function readRpcUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  // The message does not repeat the value: it may contain a password.
  throw bad("PUBLIC_RPC_URL", "is not a public address", "give http:// or https://, without user and password");
}

export function readSecret(text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined;
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  throw bad("SERVER_SECRET", "is not 32 bytes in hex", "make one: openssl rand -hex 32");
}

export function readOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw bad("CORS_ORIGINS", `has ${text}`, "give origins: https://app.example");
}

export function readNetwork(name: Name, text: string): string {
  const [address, bits] = text.split("/");
  const most = isIP(address ?? "") === 6 ? 128 : 32;
  const isBits = bits === undefined || (/^(0|[1-9][0-9]{0,2})$/.test(bits) && Number(bits) <= most);
  if (isIP(address ?? "") !== 0 && isBits && text.split("/").length <= 2) return text;
  throw bad(name, `has ${text}`, "give addresses or networks: 10.0.0.0/8");
}

/** Refuses a network of all addresses: any client could then choose the address that it is counted under. */
export function readProxies(text: string): string {
  const network = readNetwork("TRUSTED_PROXIES", text);
  if (!network.endsWith("/0")) return network;
  throw bad("TRUSTED_PROXIES", `has ${text}, which is everybody`, "give the addresses or networks of proxies alone");
}

export function readDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  // `Date` reads February 30 as a day in March.
  if (!Number.isNaN(day.getTime()) && day.toISOString().startsWith(`${text}T`)) return day;
  throw bad("V2_SUNSET", `is ${text}`, "give a day: 2026-06-30");
}

export function readOneOf<T extends string>(name: Name, text: string, values: readonly T[]): T {
  const found = values.find((value) => value === text);
  if (found !== undefined) return found;
  throw bad(name, `is ${text}`, `give one of ${values.join(", ")}`);
}

export function list(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function readCount(name: Name, text: string): number {
  if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text);
  throw bad(name, `is ${text}`, "give a number from 1 to 999999");
}

/** Reads who may sign up. `invitation` adds no domain or address: invited people may sign in with any setting. */
export function readSignUp(text: string): "anyone" | string[] {
  if (text === "anyone") return "anyone";
  const given = list(text).map((entry) => entry.toLowerCase());
  const entries = given.filter((entry) => entry !== "invitation");
  for (const entry of entries) {
    if (isMailAddress(entry.includes("@") ? entry : `a@${entry}`)) continue;
    throw bad(
      "SIGN_UP",
      `has ${entry}`,
      "give anyone, invitation, or domains and addresses: example.com, ada@example.org",
    );
  }
  if (given.length > 0) return entries;
  throw bad("SIGN_UP", "names nobody", "give anyone, invitation, or domains and addresses");
}
