/**
 * A PostgreSQL cluster as an operator has it: three nodes under Patroni, etcd, and HAProxy at the one address that
 * leads to the primary. All by the configuration of docs/SCALING.md, with the addresses and folders of a test.
 */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "anchorlog/development";
import { expect } from "vitest";
import { snippetsOf } from "../../test/docs/snippets.ts";
import { identify, queryDatabase } from "../../test/postgres.ts";

const run = promisify(execFile);
const HOST = "127.0.0.1";

/** The folders of programs: those on the PATH, and further ones of Debian's packages. */
const FOLDERS = [
  ...(process.env["PATH"] ?? "").split(delimiter),
  "/usr/sbin",
  ...globSync("/usr/lib/postgresql/*/bin"),
];
const find = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find((file) => existsSync(file));
const PROGRAMS = ["patroni", "etcd", "haproxy", "setpriv", "pg_rewind"] as const;

/** The programs that a cluster needs and this machine lacks. */
export const missingPrograms: readonly string[] = PROGRAMS.filter((name) => find(name) === undefined);

type Node = { readonly name: string; readonly port: number; readonly rest: number; readonly data: string };

/** The names of the nodes. */
type Roles = { readonly primary: string; readonly sync: string; readonly other: string };

export type Cluster = {
  /** Creates an empty database of the server's role. Its address leads to the current primary. */
  createDatabase(name: string): Promise<string>;
  /** The roles of the nodes, once there is a primary and a synchronous standby. */
  roles(): Promise<Roles>;
  /** Kills a node as a power cut would: Patroni, PostgreSQL and all its processes. */
  kill(node: string): Promise<void>;
  /** Kills all processes of a node's PostgreSQL, while Patroni runs. */
  killPostgres(node: string): Promise<void>;
  /** Starts a killed node's Patroni again. */
  start(node: string): void;
  /** Stops or resumes the process that receives the primary's changes on a standby. */
  receive(node: string, signal: "SIGSTOP" | "SIGCONT"): Promise<void>;
  killEtcd(): Promise<void>;
  startEtcd(): void;
  close(): Promise<void>;
};

type State = {
  readonly folder: string;
  readonly nodes: readonly Node[];
  readonly etcd: { readonly client: number; readonly peer: number };
  readonly identity: Awaited<ReturnType<typeof identify>>;
  readonly running: Map<string, ChildProcess>;
};

export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-patroni-"));
  const identity = await identify();
  const nodes: Node[] = [];
  for (const name of ["one", "two", "three"])
    nodes.push({ name, port: await freePort(0), rest: await freePort(0), data: join(folder, name, "data") });
  const etcd = { client: await freePort(0), peer: await freePort(0) };
  const state: State = { folder, nodes, etcd, identity, running: new Map() };
  for (const node of nodes) {
    await mkdir(join(folder, node.name));
    await writeFile(join(folder, `${node.name}.yml`), patroniOf(state, node));
  }
  const port = await freePort(0);
  await writeFile(join(folder, "haproxy.cfg"), haproxyOf(port, nodes));
  if (identity.uid !== undefined) {
    for (const path of [folder, ...nodes.map(({ name }) => join(folder, name))])
      await chown(path, identity.uid, identity.gid!);
  }
  startEtcd(state);
  nodes.forEach(({ name }) => start(state, name));
  launch(state, "haproxy", ["-db", "-f", join(folder, "haproxy.cfg")]);
  await rolesOf(state);
  const address = (user: string, password: string, database: string): string =>
    `postgresql://${user}:${password}@${HOST}:${port}/${database}`;
  const superuser = address("postgres", "first-secret", "postgres");
  const makeRole = async () => (await queryDatabase(superuser, "CREATE ROLE platform LOGIN PASSWORD 'secret'")).length;
  await expect.poll(makeRole).toBe(0);
  return {
    createDatabase: async (name) => {
      await queryDatabase(superuser, `CREATE DATABASE ${name} OWNER platform`);
      return address("platform", "secret", name);
    },
    roles: () => rolesOf(state),
    kill: (node) => kill(state, node),
    killPostgres: (node) => killPostgres(state, node),
    start: (node) => start(state, node),
    receive: (node, signal) => receive(state, node, signal),
    killEtcd: () => end(state, "etcd", "SIGKILL"),
    startEtcd: () => startEtcd(state),
    close: () => close(state),
  };
}

/** Returns a document's block of a language. */
function documented(language: string): string {
  return snippetsOf("docs/SCALING.md").find((snippet) => snippet.language === language)!.text;
}

function replaceAll(text: string, by: Readonly<Record<string, string>>): string {
  return Object.entries(by).reduce((all, [documentedAs, here]) => {
    if (!all.includes(documentedAs)) throw new Error(`docs/SCALING.md lacks ${documentedAs}`);
    return all.replaceAll(documentedAs, here);
  }, text);
}

function patroniOf({ folder, etcd }: State, { name, port, rest, data }: Node): string {
  const own = join(folder, name);
  const settings = `pgpass: ${join(own, "pgpass")}\n  parameters: { unix_socket_directories: ${own} }`;
  return replaceAll(documented("yaml patroni"), {
    "name: one": `name: ${name}`,
    "10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379": `${HOST}:${etcd.client}`,
    "10.0.0.1:8008": `${HOST}:${rest}`,
    "10.0.0.1:5432": `${HOST}:${port}`,
    "/var/lib/postgresql/platform": `${data}\n  ${settings}`,
    "/usr/lib/postgresql/15/bin": join(find("pg_rewind")!, ".."),
    "10.0.0.0/24": `${HOST}/32`,
  });
}

const haproxyOf = (at: number, nodes: readonly Node[]): string =>
  replaceAll(documented("haproxy haproxy"), {
    "bind 127.0.0.1:5432": `bind ${HOST}:${at}`,
    ...Object.fromEntries(
      nodes.map(({ port, rest }, i) => [`10.0.0.${i + 1}:5432 check port 8008`, `${HOST}:${port} check port ${rest}`]),
    ),
  });

/** Starts a program that ends with this process. */
function launch(
  { folder, identity, running }: State,
  program: (typeof PROGRAMS)[number],
  args: string[],
  as: string = program,
) {
  const child = spawn(find("setpriv")!, ["--pdeathsig", "TERM", find(program)!, ...args], {
    ...identity,
    cwd: folder,
    env: { PATH: FOLDERS.join(delimiter) },
    stdio: "ignore",
  });
  running.set(as, child);
}

const start = (state: State, node: string): void => launch(state, "patroni", [`${node}.yml`], node);

function startEtcd(state: State): void {
  const { client, peer } = state.etcd;
  const own = `http://${HOST}:${client}`;
  const peers = `http://${HOST}:${peer}`;
  const settings = {
    "data-dir": join(state.folder, "etcd"),
    "listen-client-urls": own,
    "advertise-client-urls": own,
    "listen-peer-urls": peers,
    "initial-advertise-peer-urls": peers,
    "initial-cluster": `default=${peers}`,
  };
  launch(
    state,
    "etcd",
    Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
  );
}

async function end({ running }: State, name: string, signal: NodeJS.Signals): Promise<void> {
  const child = running.get(name);
  running.delete(name);
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** The main process of a node's PostgreSQL; undefined if none runs. The file of an ended one is left behind. */
async function postmasterOf({ nodes }: State, name: string): Promise<number | undefined> {
  const { data } = nodes.find((node) => node.name === name)!;
  const pid = Number.parseInt(await readFile(join(data, "postmaster.pid"), "utf8").catch(() => ""), 10);
  const title = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return title.includes(data) ? pid : undefined;
}

/** The processes of a PostgreSQL server, by their titles. */
async function childrenOf(postmaster: number | undefined): Promise<{ pid: number; title: string }[]> {
  if (postmaster === undefined) return [];
  const { stdout } = await run("ps", ["-o", "pid=,args=", "--ppid", String(postmaster)]).catch(() => ({ stdout: "" }));
  const lines = stdout.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), title: line }));
}

async function kill(state: State, node: string): Promise<void> {
  await end(state, node, "SIGKILL");
  await killPostgres(state, node);
}

async function killPostgres(state: State, node: string): Promise<void> {
  const postmaster = await postmasterOf(state, node);
  if (postmaster === undefined) return;
  for (const { pid } of [{ pid: postmaster }, ...(await childrenOf(postmaster))]) signalTo(pid, "SIGKILL");
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function receive(state: State, node: string, signal: "SIGSTOP" | "SIGCONT"): Promise<void> {
  const children = await childrenOf(await postmasterOf(state, node));
  for (const { pid } of children.filter(({ title }) => title.includes("walreceiver"))) signalTo(pid, signal);
}

/** Asks each node for its role. A node that does not answer has none. */
async function rolesOf({ nodes }: State): Promise<Roles> {
  type Said = { readonly role?: string; readonly state?: string; readonly sync_standby?: boolean };
  const ask = async ({ name, rest }: Node) => {
    const asking = fetch(`http://${HOST}:${rest}/patroni`, { signal: AbortSignal.timeout(2_000) });
    const answer = await asking.catch(() => undefined);
    return { name, ...((await answer?.json()) as Said | undefined) };
  };
  const found: Roles[] = [];
  const look = async (): Promise<number> => {
    const all = (await Promise.all(nodes.map(ask))).filter(({ state }) => state === "running");
    const primary = all.find(({ role }) => role === "master" || role === "primary")?.name;
    const sync = all.find(({ sync_standby }) => sync_standby === true)?.name;
    const other = nodes.find(({ name }) => name !== primary && name !== sync)!.name;
    if (primary !== undefined && sync !== undefined) found.push({ primary, sync, other });
    return found.length;
  };
  await expect.poll(look, { interval: 200 }).toBe(1);
  return found[0]!;
}

async function close(state: State): Promise<void> {
  await end(state, "haproxy", "SIGKILL");
  for (const { name } of state.nodes) await kill(state, name);
  await end(state, "etcd", "SIGKILL");
  await rm(state.folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
}
