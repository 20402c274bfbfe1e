/** The API's document as files have it: of a server that is started over an empty folder, and is reached by nobody. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../src/foundation/config.ts";
import { openLog } from "../src/log/open.ts";
import { createLogger } from "../src/foundation/logger.ts";
import { openMailer } from "../src/foundation/mail/mailer.ts";
import { createSecrets } from "../src/foundation/secrets.ts";
import { createServer } from "../src/main/server.ts";
import { openStorage } from "../src/foundation/storage/storage.ts";

/** The document of a server for development, at an address of nobody's. */
export async function makeDocument(): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-document-"));
  const env = { PUBLIC_URL: "https://api.example", DATA_DIR: folder, SERVER_SECRET: "5e".repeat(32), CHAIN: "none" };
  const config = readConfig(env);
  const opened = await openLog(config, { clock: Date.now, log: () => {} });
  try {
    const mailer = await openMailer(config.mail);
    const storage = await openStorage(config.storage);
    const parts = { ...opened, config, clock: Date.now, secrets: createSecrets(config.secret!), mailer, storage };
    const app = await createServer(parts, { logger: createLogger("error") });
    try {
      await app.ready();
      return app.swagger() as unknown as Record<string, unknown>;
    } finally {
      await app.close();
      await mailer.close();
    }
  } finally {
    await opened.close();
    await rm(folder, { recursive: true });
  }
}
