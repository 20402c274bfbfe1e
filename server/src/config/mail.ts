/** Where mail goes. */
import { resolve } from "node:path";
import { bad, type Get } from "./settings.ts";

export type MailConfig =
  | { readonly kind: "folder"; readonly folder: string; readonly from: string }
  | {
      readonly kind: "smtp";
      readonly url: string;
      readonly from: string;
      /** Milliseconds that handing over a mail may take. */
      readonly timeout: number;
    };

export function readMail(get: Get, folder: string, publicUrl: URL): MailConfig {
  const from = get("MAIL_FROM") ?? `no-reply@${publicUrl.hostname}`;
  if (/[^\x20-\x7e]/.test(from) || !from.includes("@")) {
    throw bad("MAIL_FROM", "is no address in ASCII", "give one: Platform <no-reply@api.example>");
  }
  const timeout = readMailTimeout(get("MAIL_TIMEOUT") ?? "10000");
  const url = get("SMTP_URL");
  const mailDir = get("MAIL_DIR");
  if (url === undefined) return { kind: "folder", folder: resolve(mailDir ?? `${folder}/mail`), from };
  if (mailDir !== undefined) throw bad("MAIL_DIR", "is given beside SMTP_URL", "give one of them");
  // Never said: it may hold a password.
  if (!isMailServer(url)) {
    throw bad("SMTP_URL", "is no smtp:// or smtps:// address", "give smtps://user:password@host:port");
  }
  return { kind: "smtp", url, from, timeout };
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

function readMailTimeout(text: string): number {
  if (/^[1-9][0-9]{1,5}$/.test(text)) return Number(text);
  throw bad("MAIL_TIMEOUT", `is ${text}`, "give milliseconds, from 10 to 999999");
}
