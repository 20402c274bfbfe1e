/** Checks answers against the document that the server publishes. */
import addFormats from "ajv-formats";
import { isName } from "../src/http/names.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { statusesOf } from "../src/http/reasons.ts";

type Json = { readonly [member: string]: unknown };
export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Json[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Json; readonly example: unknown }>>;
  };
  readonly responses: Readonly<Record<string, Json>>;
};
export type Document = {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
};
export type Answer<T = unknown> = { readonly status: number; readonly headers: Headers; readonly body: T };

/** Parses the answer. */
export async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson && text !== "" ? JSON.parse(text) : text) as T,
  };
}

/** Routes of pages, which are not operations. */
const APART = /^\/((admin|docs|reasons|verify|audit|prove)(\/|$)|$)/;

/** The pattern of a parameter: one part of the path, or its rest. */
const partOf = (parameter: string): string => (parameter === "{path}" ? ".*" : "[^/]*");

/** @throws if an error has a code that the table of errors lacks, or has with other statuses. */
function assertReasons({ status, body }: Answer, what: string): void {
  const { error, details = (Object(error) as Json)["details"] } = Object(body) as Json;
  for (const { reason } of (details ?? []) as readonly { readonly reason: string }[])
    if (!statusesOf(reason).includes(status)) throw new Error(`${what}: ${reason} is no documented reason of it`);
}

/** Compiled schemas by their document: nearly all servers of a process have the same, or one with the same text. */
const compiled = new Map<string, Ajv2020>();
const compiledOf = new WeakMap<Document, Ajv2020>();

function compile(document: Document): Ajv2020 {
  const text = compiledOf.has(document) ? "" : JSON.stringify(document);
  const known = compiledOf.get(document) ?? compiled.get(text);
  if (known !== undefined) {
    compiledOf.set(document, known);
    return known;
  }
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (to: Ajv2020) => void)(ajv);
  ajv.addFormat("name", isName);
  ajv.addFormat("address", true);
  ajv.addSchema({ ...document, $id: "document:" });
  compiled.set(text, ajv);
  compiledOf.set(document, ajv);
  return ajv;
}

/** Checks answers against a document. */
export function createContract(document: Document) {
  const ajv = compile(document);
  const paths = Object.entries(document.paths).map(
    ([path, operations]) => [new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, partOf)}$`), path, operations] as const,
  );

  const resolve = (pointer: string, value: Json): readonly [pointer: string, value: Json] => {
    const ref = value["$ref"] as string | undefined;
    if (ref === undefined) return [pointer, value];
    const parts = ref.slice(2).split("/");
    return [ref, parts.reduce((at: unknown, part) => (at as Json)[part], document) as Json];
  };
  const assertValid = (pointer: string, value: unknown, what: string): void => {
    const validate = ajv.getSchema(`document:${encodeURI(pointer)}`);
    if (validate === undefined) throw new Error(`the document has no ${pointer}`);
    if (!validate(value)) throw new Error(`${what} is not as documented: ${ajv.errorsText(validate.errors)}`);
  };

  /** The operation that a request asks for. */
  const find = (method: string, target: string) => {
    // A target may name its authority, too (RFC 9112, 3.2.2).
    const said = target.replace(/^http:\/\/[^/]*/, "").split(/[?#]/, 1)[0]!;
    // An encoded `/` does not separate segments, so it stays encoded.
    const path = said.replaceAll(/%(?!2f)[0-7][0-9a-f]/gi, decodeURIComponent);
    const asked = method === "HEAD" ? "get" : method.toLowerCase();
    // A path without parameters takes precedence.
    const found = paths.filter(([form, , operations]) => form.test(path) && asked in operations);
    const [, documented, operations] = found.find(([, name]) => name === path) ?? found[0] ?? [];
    return { path, asked, documented, operation: operations?.[asked] };
  };

  const methodsOf = (path: string): string[] =>
    paths
      .flatMap(([form, , operations]) => (form.test(path) ? Object.keys(operations) : []))
      .map((m) => m.toUpperCase());

  /** @throws if an answer is not among the documented answers to its request. */
  const holds = (method: string, target: string, answer: Answer): void => {
    const { path, asked, documented, operation } = find(method, target);
    const what = `${method} ${path}, ${answer.status}`;
    if (operation === undefined || documented === undefined) {
      // A browser's preflight request (CORS).
      if (APART.test(path) || (method === "OPTIONS" && answer.status === 204)) return;
      // The route of preflights accepts all paths, and checks bodies like other routes.
      const refusals = method === "OPTIONS" ? [400, 404, 405, 413, 415, 429, 503] : [400, 404, 405, 429, 503];
      if (!refusals.includes(answer.status)) throw new Error(`${what}: the document has no such operation`);
      const others = methodsOf(path);
      // An empty parameter is not an id: no route of another method has such a path.
      const isEmpty = /\/(?:\/|$)/.test(path);
      const isOther = others.length > 0 && answer.status === 404 && method !== "CONNECT" && !isEmpty;
      const isUnlisted = answer.status === 405 && !others.every((one) => answer.headers.get("allow")?.includes(one));
      if (isOther || isUnlisted) throw new Error(`${what}: the document has the path with ${others.join(", ")}`);
      const isProblem = answer.headers.get("content-type")?.startsWith("application/problem+json") === true;
      const shape = isProblem ? "Problem" : answer.status === 429 ? "RateLimited" : "Envelope";
      if (method !== "HEAD") assertValid(`#/components/schemas/${shape}`, answer.body, what);
      return;
    }
    // If header fields are too large, the request that they belong to is unknown.
    if (answer.status === 431) return assertValid("#/components/schemas/Envelope", answer.body, what);
    const response = operation.responses[answer.status];
    if (response === undefined) throw new Error(`${what}: not among the documented answers`);
    const escaped = documented.replaceAll("~", "~0").replaceAll("/", "~1");
    const [pointer, { headers = {}, content = {} }] = resolve(
      `#/paths/${escaped}/${asked}/responses/${answer.status}`,
      response,
    );
    for (const [name, header] of Object.entries(headers as Record<string, Json>)) {
      const [at, { required, schema }] = resolve(`${pointer}/headers/${name}`, header);
      const value = answer.headers.get(name);
      if (value === null && required === true) throw new Error(`${what}: without ${name}`);
      if (value !== null)
        assertValid(`${at}/schema`, (schema as Json)["type"] === "integer" ? Number(value) : value, `${what}: ${name}`);
    }
    if (method === "HEAD" || Object.keys(content as Json).length === 0) return;
    const given = answer.headers.get("content-type")?.split(";", 1)[0] ?? "";
    // A file is served with its own media type.
    const type = "*/*" in (content as Json) && given.includes("/") ? "*/*" : given;
    if (!(type in (content as Json))) throw new Error(`${what}: ${type} is not among the documented content types`);
    assertValid(`${pointer}/content/${type.replaceAll("/", "~1")}/schema`, answer.body, what);
    if (answer.status >= 400) assertReasons(answer, what);
    const { x_request_id: id } = answer.body as Json;
    if (id !== undefined && id !== answer.headers.get("x-request-id")) throw new Error(`${what}: two request ids`);
  };

  let broken: unknown;
  /** `fetch` for clients that accept one. Some clients retry failures: after one bad answer every later one fails. */
  const heldFetch = async (request: Request): Promise<Response> => {
    if (broken !== undefined) throw broken;
    const response = await fetch(request);
    const { pathname, search } = new URL(request.url);
    const answer = await answerOf(response.clone());
    try {
      holds(request.method, pathname + search, answer);
    } catch (error) {
      throw (broken = error);
    }
    return response;
  };
  return { holds, heldFetch, operationOf: (method: string, target: string) => find(method, target).operation };
}
