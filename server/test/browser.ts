/** A real browser, controlled by the Chrome DevTools Protocol. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { newFolder } from "../../test/folder.ts";

/** The path of Chromium, from CHROMIUM_PATH or its usual names; undefined if there is none. */
export const chromium: string | undefined = [
  process.env["CHROMIUM_PATH"] ?? "",
  ...(process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(folder, name))),
].find((path) => path !== "" && existsSync(path));

type Message = { readonly method: string; readonly params: Record<string, never>; readonly sessionId?: string };

export type Page = {
  /** The addresses that it requested, except `data:`. */
  readonly requests: string[];
  /** The console's errors, and requests that the policy refused. */
  readonly errors: string[];
  /** Changes the width of its window. */
  resize(width: number): Promise<void>;
  /** Sends a command of the DevTools protocol, and returns its answer. */
  command<T>(method: string, params?: object): Promise<T>;
  /** The value of an expression; a promise is awaited. */
  evaluate<T>(expression: string): Promise<T>;
};

/** Opens an address in a window of this width, and calls `use`. Closes the browser afterwards. */
export async function browse(url: string, width: number, use: (page: Page) => Promise<void>): Promise<void> {
  const profile = newFolder();
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"];
  const browser = spawn(chromium!, [...flags, "--remote-debugging-port=0", `--user-data-dir=${profile}`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => browser.once("close", resolve));
  try {
    const socket = new WebSocket(await endpoint(browser.stderr));
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", () => reject(new Error("the browser cannot be reached")), { once: true });
    });
    await use(await openPage(socket, url, width));
    socket.close();
  } finally {
    browser.kill();
    await ended;
  }
}

async function endpoint(stderr: NodeJS.ReadableStream): Promise<string> {
  let said = "";
  for await (const chunk of stderr) {
    said += String(chunk);
    const found = /listening on (ws:\S+)/.exec(said)?.[1];
    if (found === undefined) continue;
    // Later output is ignored.
    stderr.resume();
    return found;
  }
  throw new Error(`the browser did not start: ${said}`);
}

async function openPage(socket: WebSocket, url: string, width: number): Promise<Page> {
  const waiting = new Map<
    number,
    { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void }
  >();
  const [requests, errors]: [string[], string[]] = [[], []];
  let loaded = (): void => {};
  const isLoaded = new Promise<void>((resolve) => (loaded = resolve));
  const heard: Record<string, (params: never) => void> = {
    "Page.loadEventFired": () => loaded(),
    "Network.requestWillBeSent": ({ request }: { request: { url: string } }) => {
      if (!request.url.startsWith("data:")) requests.push(request.url);
    },
    "Network.webSocketCreated": ({ url: address }: { url: string }) => void requests.push(address),
    "Runtime.exceptionThrown": ({ exceptionDetails }: { exceptionDetails: object }) =>
      void errors.push(JSON.stringify(exceptionDetails)),
    "Runtime.consoleAPICalled": ({ type, args }: { type: string; args: object[] }) => {
      if (type === "error" || type === "assert") errors.push(JSON.stringify(args));
    },
    "Log.entryAdded": ({ entry }: { entry: { level: string; text: string } }) => {
      if (entry.level === "error") errors.push(entry.text);
    },
  };
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message & { id?: number; result?: never; error?: { message: string } };
    if (message.id === undefined) heard[message.method]?.(message.params as never);
    else {
      const { resolve, reject } = waiting.get(message.id)!;
      waiting.delete(message.id);
      if (message.error === undefined) resolve(message.result!);
      else reject(new Error(message.error.message));
    }
  });
  let last = 0;
  let sessionId: string | undefined;
  const send = <T>(method: string, params: object = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
    });
  const { targetId } = await send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
  ({ sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true }));
  for (const domain of ["Page", "Network", "Runtime", "Log"]) await send(`${domain}.enable`);
  const resize = async (to: number): Promise<void> => {
    const metrics = { width: to, height: 844, deviceScaleFactor: 1, mobile: to < 600 };
    await send("Emulation.setDeviceMetricsOverride", metrics);
  };
  await resize(width);
  await send("Page.navigate", { url });
  await isLoaded;
  return {
    requests,
    errors,
    resize,
    command: send,
    evaluate: async (expression) => {
      const asked = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await send<{ result: { value: never }; exceptionDetails?: object }>(
        "Runtime.evaluate",
        asked,
      );
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    },
  };
}
