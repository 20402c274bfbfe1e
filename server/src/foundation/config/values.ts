/** Parsers of single settings. */
import { isIP } from "node:net";
import { isMailAddress } from "../mail/address.ts";
import { bad, type Name } from "./settings.ts";

/**
 * Replaces `localhost` with 127.0.0.1. For `localhost`, Fastify starts a second server to listen at ::1 as well, and
 * does not wait for it on close.
 */
export function readHost(text: string): string {
  return text === "localhost" ? "127.0.0.1" : text;
}

/** Reads a whole number. @param fix the remedy for another text; by default it names the range. */
export function readNumber(
  name: Name,
  text: string,
  [least, most]: readonly [least: number, most: number],
  fix = `give a number from ${least} to ${most}`,
): number {
  const isNumber = (least === 0 ? /^[0-9]+$/ : /^[1-9][0-9]*$/).test(text) && text.length <= String(most).length;
  if (isNumber && Number(text) >= least && Number(text) <= most) return Number(text);
  throw bad(name, `is ${text}`, fix);
}

export function readToken(name: Name, text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{32,256}$/.test(text)) return text;
  throw bad(name, "is not 32 to 256 visible characters", "make one: openssl rand -hex 32");
}

export function readPublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  // Clients sign an authority without port 443.
  if (url?.port === "443") throw bad("PUBLIC_URL", `is ${text}`, "give https:// if the port is 443");
  if (isOrigin) return url;
  throw bad("PUBLIC_URL", `is ${text}`, "give http:// or https://, host and port, and nothing after them");
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
  throw bad(
    "TRUSTED_PROXIES",
    `has ${text}, which means everybody`,
    "give the addresses or networks of your proxies only",
  );
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

/** Reads who may sign up. `invitation` adds no domain or address: invited people may sign in with any setting. */
export function readSignUp(text: string): "anyone" | string[] {
  if (text === "anyone") return "anyone";
  const given = list(text).map((entry) => entry.toLowerCase());
  const entries = given.filter((entry) => entry !== "invitation");
  for (const entry of entries) {
    if (isMailAddress(entry.includes("@") ? entry : `a@${entry}`)) continue;
    const fix = "give anyone, invitation, or domains and addresses: example.com, ada@example.org";
    throw bad("SIGN_UP", `has ${entry}`, fix);
  }
  if (given.length > 0) return entries;
  throw bad("SIGN_UP", "names nobody", "give anyone, invitation, or domains and addresses");
}
