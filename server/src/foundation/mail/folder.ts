/** Writes mail to files, for development. */
import { randomUUID } from "node:crypto";
import { access, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../config/folder.ts";
import { sha256 } from "../secrets.ts";
import type { Mail, Mailer } from "./mailer.ts";

export type FolderMail = Omit<Mail, "by" | "isAsked"> & { readonly from: string; readonly sent_at: string };

type MailFolder = Mailer & {
  /** The mails to an address, or to all addresses, newest first. */
  read(to?: string): Promise<FolderMail[]>;
};

/** Mails returned at most. */
const MOST_READ = 20;

export async function openMailFolder({
  folder,
  from,
}: {
  readonly folder: string;
  readonly from: string;
}): Promise<MailFolder> {
  await makeFolder("MAIL_DIR", folder);
  /** The names of mail files, in the order of sending. */
  const namesWith = async (end: string): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.endsWith(end)).toSorted();
  // Names can be ahead of the clock if several mails were sent in one millisecond. Continue after the last one of an
  // earlier process.
  let last = Number.parseInt((await namesWith(".json")).at(-1) ?? "", 10) || 0;
  return {
    send: async ({ to, subject, text }) => {
      const time = Date.now();
      // Names must increase in the order of sending.
      last = Math.max(time, last + 1);
      const content: FolderMail = { to, subject, text, from, sent_at: new Date(time).toISOString() };
      const path = join(folder, `${last}-${randomUUID()}${endOf(to)}`);
      await writeFile(`${path}.part`, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    read: async (to) => {
      const names = await namesWith(to === undefined ? ".json" : endOf(to));
      const newest = names.toReversed().slice(0, MOST_READ);
      return Promise.all(
        newest.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as FolderMail),
      );
    },
    check: () => access(folder),
    close: async () => {},
  };
}

/** The end of file names for an address, so that other mails need not be read. */
function endOf(to: string): string {
  return `-${sha256(to).slice(0, 32)}.json`;
}
