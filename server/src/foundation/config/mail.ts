/** Settings of outgoing mail. */
import { isIP } from "node:net";
import { resolve } from "node:path";
import { bad, ENCODED, type Get } from "./settings.ts";
import { readNumber } from "./values.ts";

export type MailConfig =
  | { readonly kind: "folder"; readonly folder: string; readonly from: string }
  | {
      readonly kind: "smtp";
      readonly url: string;
      readonly from: string;
      /** This server's name in the EHLO command (RFC 5321, 4.1.1.1). */
      readonly name: string;
      /** Time limit for delivering one mail to the mail server, in milliseconds. */
      readonly timeout: number;
    };

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);

export function readMail(get: Get, folder: string, publicUrl: URL): MailConfig {
  const from = get("MAIL_FROM") ?? `no-reply@${publicUrl.hostname}`;
  if (/[^\x20-\x7e]/.test(from) || !from.includes("@")) {
    throw bad("MAIL_FROM", "is not a mail address in ASCII", "give one: Platform <no-reply@api.example>");
  }
  const fix = "give milliseconds, from 10 to 999999";
  const timeout = readNumber("MAIL_TIMEOUT", get("MAIL_TIMEOUT") ?? "10000", [10, 999_999], fix);
  const url = get("SMTP_URL");
  const mailDir = get("MAIL_DIR");
  if (url === undefined) return { kind: "folder", folder: resolve(mailDir ?? `${folder}/mail`), from };
  if (mailDir !== undefined) throw bad("MAIL_DIR", "and SMTP_URL are both given", "give one of them");
  // The message does not repeat the value: it may contain a password.
  if (!isMailServer(url)) {
    throw bad("SMTP_URL", "is not an smtp:// or smtps:// address", `give smtps://user:password@host:port, ${ENCODED}`);
  }
  return { kind: "smtp", url, from, name: readMailName(get("MAIL_NAME"), publicUrl), timeout };
}

/** Reads a host name, or an IP address in brackets (RFC 5321, 4.1.3). The default is the host of the public address. */
function readMailName(text: string | undefined, { hostname }: URL): string {
  if (text === undefined) {
    if (hostname.startsWith("[")) return hostname.replace("[", "[IPv6:");
    return isIP(hostname) === 4 ? `[${hostname}]` : hostname;
  }
  const literal = /^\[(IPv6:)?([0-9a-f.:]+)\]$/i.exec(text);
  const isLiteral = literal !== null && isIP(literal[2]!) === (literal[1] === undefined ? 4 : 6);
  const isName = text.length <= 253 && NAME.test(text) && !/(^|\.)[0-9]+$/.test(text);
  if (isLiteral || isName) return text;
  throw bad("MAIL_NAME", `is ${text}`, "give this host's name, or its address in brackets: mail.example, [192.0.2.1]");
}

function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  const isBare = /^\/?$/.test(pathname) && search === "" && hash === "";
  return /^smtps?:$/.test(protocol) && hostname !== "" && isBare && isDecodable(username) && isDecodable(password);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
