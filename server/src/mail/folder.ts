/** Mail as files, for development. */
import { randomUUID } from "node:crypto";
import { access, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mail, Mailer } from "./mailer.ts";

export type FolderMail = Mail & { readonly from: string; readonly sent_at: string };

export type MailFolder = Mailer & {
  /** What was sent to an address, newest first. */
  read(to: string): Promise<FolderMail[]>;
};

export async function openMailFolder({
  folder,
  from,
}: {
  readonly folder: string;
  readonly from: string;
}): Promise<MailFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let last = 0;
  return {
    send: async (mail) => {
      const time = Date.now();
      // The order of names is that of sending.
      last = Math.max(time, last + 1);
      const content: FolderMail = { ...mail, from, sent_at: new Date(time).toISOString() };
      const path = join(folder, `${last}-${randomUUID()}.json`);
      await writeFile(`${path}.part`, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    read: async (to) => {
      const names = (await readdir(folder))
        .filter((name) => name.endsWith(".json"))
        .toSorted()
        .toReversed();
      const mails = await Promise.all(
        names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as FolderMail),
      );
      return mails.filter((mail) => mail.to === to);
    },
    isReady: () =>
      access(folder).then(
        () => true,
        () => false,
      ),
    close: async () => {},
  };
}
