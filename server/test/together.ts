/** Several processes over one PostgreSQL, behind a balancer, as in production. */
import { join } from "node:path";
import { freePort } from "anchorlog/development";
import { startBalancer } from "./balancer.ts";
import { environmentOf } from "./engines.ts";
import { listening, start, type Started } from "./process.ts";

export const SECRET = "5e".repeat(32);

export type Member = {
  readonly url: string;
  server: Started;
  /** Restarts it with its folder and address. */
  restart(): Promise<void>;
};

export type Together = {
  /** The balancer's address. */
  readonly url: string;
  readonly members: readonly Member[];
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

export async function startTogether(
  folder: string,
  count: number,
  more: Readonly<Record<string, string>>,
): Promise<Together> {
  const env = {
    ...(await environmentOf("PostgreSQL", true)),
    PUBLIC_URL: "http://api.example",
    SERVER_SECRET: SECRET,
    LOG_LEVEL: "error",
    MAIL_DIR: join(folder, "mail"),
    FILES_DIR: join(folder, "files"),
    ...more,
  };
  const members: Member[] = [];
  for (let i = 0; i < count; i++) {
    const PORT = String(await freePort(0));
    const url = `http://127.0.0.1:${PORT}`;
    const run = () => start(join(folder, `process-${i}`), { ...env, PORT, PROCESS_URL: url });
    const member: Member = {
      url,
      server: run(),
      restart: async () => {
        member.server = run();
        await listening(member.server);
      },
    };
    members.push(member);
    // The first process registers the operator on a chain, which two must not do at the same time.
    if (i === 0 && "CHAIN" in env) await listening(member.server);
  }
  await Promise.all(members.map(({ server }) => listening(server)));
  const balancer = await startBalancer(() => members.map((member) => member.url));
  return { ...balancer, members, env };
}
