/** Runs the server until a signal ends it. */
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig, type Config } from "../foundation/config.ts";
import { makeFolder } from "../foundation/config/folder.ts";
import { END, LAST_REQUESTS } from "../foundation/farewell.ts";
import { openLog } from "../log/open.ts";
import { createLogger, logTo, sparing } from "../foundation/logger.ts";
import { openMailer } from "../foundation/mail/mailer.ts";
import { cannotListen, holdPort } from "../foundation/port.ts";
import { createSecrets } from "../foundation/secrets.ts";
import { openStorage } from "../foundation/storage/storage.ts";
import { keptSecret } from "./keptSecret.ts";
import { createServer } from "./server.ts";

/**
 * Starts it. Resolves when it listens.
 *
 * @param asked the environment's configuration.
 * @param fail ends the process if it does not end well.
 */
export async function serve(asked: Config, fail: (error: unknown) => void): Promise<void> {
  const held = asked.port === 0 ? await holdPort(asked.host) : undefined;
  // The API's public address contains the port.
  const config = held === undefined ? asked : readConfig({ ...process.env, PORT: String(held.port) });
  const logger = createLogger(config.logLevel);
  await makeFolder("DATA_DIR", config.folder);
  const secrets = createSecrets(config.secret ?? (await keptSecret(config)));
  const clock = Date.now;
  const log = sparing(logTo(logger), clock);
  const storage = await openStorage(config.storage);
  const mailer = await openMailer(config.mail);
  const opened = await openLog(config, { clock, log });
  const listen = async () => {
    let isListening = false;
    const drain = async (): Promise<unknown> => isListening && sleep(config.drainSeconds * 1_000);
    const app = await createServer(
      { ...opened, config, clock, secrets, mailer, storage },
      { logger, drain, indexing: { hasThread: true } },
    );
    await held?.release();
    const url = await app.listen({ host: config.host, port: config.port }).catch(async (cause: unknown) => {
      // Background work uses parts that are closed next.
      await app.close();
      throw cannotListen(config, cause);
    });
    isListening = true;
    return { app, url };
  };
  const { app, url } = await listen().catch(async (error: unknown) => {
    // Release this process's leases, so that another process need not wait.
    await Promise.race([opened.close(), sleep(END)]).catch(() => {});
    throw error;
  });
  process.stdout.write(greeting(config, url, opened.rpc));
  let isEnding = false;
  const end = async (): Promise<void> => {
    // A signal may come twice, for example from a terminal and from npm. Ignore the second one.
    if (isEnding) return;
    isEnding = true;
    const timer = setTimeout(() => {
      logger.error("the shutdown took too long. The next start finishes what is left");
      process.exit(1);
    }, END);
    const cutOff = (): void => app.server.closeAllConnections();
    const requests = setTimeout(cutOff, 1_000 * config.drainSeconds + LAST_REQUESTS);
    await app.close();
    clearTimeout(requests);
    await opened.close();
    await mailer.close();
    clearTimeout(timer);
    // A pending request to a node would keep the process alive.
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end().catch(fail));
}

function greeting({ operator, publicUrl, mail, folder }: Config, url: string, rpc: string | undefined): string {
  const base = publicUrl.href.replace(/\/$/, "");
  const listens = `The Platform API listens at ${url}, as ${base}.`;
  if (operator.kind === "configured") return `${listens} Files are in ${folder}. Ctrl-C ends it.\n`;
  const where = mail.kind === "folder" ? `Mail is written to ${mail.folder}` : "Mail is sent";
  const chain = rpc === undefined ? "nothing is anchored" : `the local chain is at ${rpc}`;
  const mailbox = mail.kind === "folder" ? `  curl '${base}/dev/mailbox?to=you@example.com'\n` : "";
  return `${listens} Everybody knows its keys: nothing here is worth anything.

Sign in, by a code that is mailed:

  curl ${base}/auth/otp -H 'content-type: application/json' -d '{"email":"you@example.com"}'
${mailbox}  curl ${base}/auth/login -H 'content-type: application/json' -d '{"email":"you@example.com","otp":"CODE","nonce":"NONCE"}'

In a browser:

  ${base}/docs    what can be asked
  ${base}/verify  whether a proof holds
  ${base}/admin   how the server does

${where}; files are in ${folder}; ${chain}. Ctrl-C ends it.
`;
}
