/** Slow clients, whose requests arrive in pieces or never completely. */
import type { Client, TestServer } from "./harness.ts";
import { typedAction } from "./objects/typed.ts";
import { openWire, type Wire } from "./raw.ts";
import { prepare } from "./requests.ts";
import { FORM, formOf } from "./files/files.ts";

/** Bytes of a body that are sent slowly. */
const LAST = 40;

/** A request: the part sent immediately, the rest, and the status once it is complete. */
export type Slow = { readonly led: string; readonly rest: string; readonly status: number };

/** Requests of each sort, by the part that is slow. @param tag distinguishes them from those of other calls. */
export async function slowRequests(server: TestServer, ada: Client, tag: string): Promise<Record<string, Slow>> {
  const { host } = server.parts.config.publicUrl;
  const headOf = (method: string, path: string, headers: Readonly<Record<string, string>>): string =>
    [`${method} ${path} HTTP/1.1`, ...Object.entries({ host, ...headers }).map((field) => field.join(": ")), ""].join(
      "\r\n",
    );
  const post = (path: string, headers: Readonly<Record<string, string>>, body: string, status: number): Slow => {
    const all = { "content-type": "application/json", ...headers, "content-length": String(Buffer.byteLength(body)) };
    const head = headOf("POST", path, { ...all, connection: "close" });
    return { led: `${head}\r\n${body.slice(0, -LAST)}`, rest: body.slice(-LAST), status };
  };
  const signed = async (path: string, body: string, status: number, type?: string): Promise<Slow> => {
    const how = { content: body, ...(type !== undefined && { headers: { "content-type": type } }) };
    const { headers } = await prepare(server, ada, "POST", path, how);
    return post(path, headers, body, status);
  };
  const payload = { objectId: `no-${tag}`, properties: "{}" };
  const typed = JSON.stringify(await typedAction(server, ada, "SetAttributes", payload));
  return {
    "the first line": {
      led: "GE",
      rest: `${headOf("GET", "/livez", { connection: "close" }).slice(2)}\r\n`,
      status: 200,
    },
    "a field of the head": {
      led: headOf("GET", "/objects", { ...ada.headers, connection: "close" }),
      rest: `x-slow: ${"a".repeat(50)}\r\n\r\n`,
      status: 200,
    },
    "the body of who signs in": post("/auth/otp", {}, JSON.stringify({ email: `${tag}@example.com` }), 202),
    "the body of a signed request": await signed("/templates", JSON.stringify({ name: tag }), 201),
    "the body of a typed action": post("/ebus/execute", ada.headers, typed, 404),
    "a file": await signed("/storage/upload", Buffer.from(formOf(`a file of ${tag}`)).toString(), 201, FORM),
  };
}

/** Starts a request. */
export function begin(server: TestServer, { led }: Slow): Wire {
  const wire = openWire(server.url);
  if (led !== "") wire.socket.write(led);
  return wire;
}

/** Sends part of a text, one byte at a time. */
export async function trickle({ socket }: Wire, text: string): Promise<void> {
  for (const byte of Buffer.from(text)) await new Promise((resolve) => socket.write(Buffer.of(byte), resolve));
}
