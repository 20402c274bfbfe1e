/** Requests generated from a document: valid, nearly valid, and mangled. */
import fc, { type Arbitrary } from "fast-check";
import type { Document, Operation } from "./contract.ts";
import { content, text, valid, type Schema } from "./schemaArbitrary.ts";

export type Asked = {
  readonly method: string;
  readonly target: string;
  readonly content: Uint8Array<ArrayBuffer> | undefined;
  /** Header fields in addition to the caller's. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly caller: "nobody" | "owner" | "key";
  readonly isSigned: boolean;
};

const JSON_TYPE = "application/json";
const FORM = "multipart/form-data";
/** Forms with a file: valid, nearly valid, and mangled. */
const forms: Arbitrary<Uint8Array<ArrayBuffer>> = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant('form-data; name="file"; filename="a"') },
      fc.constantFrom("form-data; name=\"file\"; filename*=utf-8''%ff", "a", ""),
    ),
    fc.oneof(text, fc.constantFrom("\r\n--x", "\x89PNG\r\n\x1a\n", "PK\x03\x04")),
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom("\r\n--x--\r\n", "\r\n--x--") }, fc.constantFrom("\r\n--x", "")),
  )
  .map(([said, file, end]) => new Uint8Array(Buffer.from(`--x\r\nContent-Disposition: ${said}\r\n\r\n${file}${end}`)));

/** An operation, and the parts of its requests. */
type About = {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly isSigned: boolean;
  readonly body: Arbitrary<Uint8Array<ArrayBuffer>>;
  /** The body's media type. */
  readonly type: string;
  /** Values of a parameter, encoded for a target. */
  readonly values: (schema: Schema) => Arbitrary<string>;
};
type Of<T> = { readonly [K in keyof T]: Arbitrary<T[K]> };

/** @param ids identifiers of existing resources. */
export function requests(document: Document, ids: readonly string[]): Arbitrary<Asked> {
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (document.components["schemas"]![schema.$ref.split("/").at(-1)!] as Schema);
  const escaped = text.map((value) => encodeURIComponent(value.toWellFormed()).slice(0, 3_000));
  const values = (schema: Schema): Arbitrary<string> =>
    fc.oneof(valid(schema, resolve).map(String).map(encodeURIComponent), escaped, fc.constantFrom(...ids));
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): About => {
      const { [FORM]: form, [JSON_TYPE]: json } = operation.requestBody?.content ?? {};
      const schema = json?.schema as Schema | undefined;
      const isSigned = operation.security.some((way) => "signature" in way);
      const body = form === undefined ? content(schema ?? {}, resolve) : forms;
      const type = form === undefined ? JSON_TYPE : `${FORM}; boundary=x`;
      return { path, method: method.toUpperCase(), operation, isSigned, body, type, values };
    }),
  );
  return fc
    .constantFrom(...operations)
    .chain((about) => fc.oneof(fc.record(asDocumented(about)), fc.record(mangled(about))));
}

/** Each operation with a body, with the document's own example. */
export function examples(document: Document, id: string): Asked[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody, security }]) => {
      const example = requestBody?.content["application/json"]?.example;
      if (example === undefined) return [];
      return {
        method: method.toUpperCase(),
        target: path.replaceAll(/\{[^}]+\}/g, id),
        content: new Uint8Array(Buffer.from(JSON.stringify(example))),
        headers: [["content-type", "application/json"] as const],
        caller: security.length === 0 ? "nobody" : "owner",
        isSigned: security.some((way) => "signature" in way),
      };
    }),
  );
}

/** Requests that are well-formed HTTP, with any content. */
function asDocumented(about: About): Of<Asked> {
  const { method, operation, isSigned, body, type } = about;
  const hasBody = operation.requestBody !== undefined;
  // No valid key: a request that repeats one is answered with the first action's receipt, which this client does not
  // accept.
  const keys = fc.constantFrom("d".repeat(256), "ä", "a b");
  const more = fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    keys.map((key) => [["idempotency-key", key] as const]),
  );
  const callers = isSigned ? (["owner", "owner", "key", "nobody"] as const) : (["owner", "key"] as const);
  return {
    method: fc.constant(method),
    target: targets(about, false),
    content: hasBody ? body : fc.constant(undefined),
    headers: more.map((fields) => [...(hasBody ? [["content-type", type] as const] : []), ...fields]),
    caller: operation.security.length === 0 ? fc.constant("nobody") : fc.constantFrom(...callers),
    isSigned: fc.constant(isSigned),
  };
}

const MANGLED: readonly (readonly [string, string])[] = [
  ["authorization", "Bearer"],
  ["authorization", "Bearer a.b.c"],
  ["authorization", "Basic YTpi"],
  ["authorization", `Bearer ${"a".repeat(8_000)}`],
  ["x-api-key", ""],
  ["x-api-key", "alk_\xff"],
  ["x-api-key", "alk_0000000000000000000000000000000000000000000000000"],
  ["anchorlog-action", ""],
  ["anchorlog-action", "log=:AAAA:, actor=:AAAA:, nonce=:AAAA:, deadline=1, signature=:AAAA:"],
  ["anchorlog-action", "signature=100000"],
  ["idempotency-key", ""],
  ["idempotency-key", "\xe4\xf6"],
  ["content-type", "text/plain"],
  ["content-type", "application/json; charset=utf-16"],
  ["content-type", "application/jsonx"],
  ["content-type", ";;;"],
  ["content-type", "multipart/form-data; boundary=x"],
  ["content-encoding", "gzip"],
  ["content-digest", "sha-256=:AAAA:"],
  ["content-length", "5"],
  ["content-length", "-1"],
  ["transfer-encoding", "chunked"],
  ["transfer-encoding", "gzip, chunked"],
  ["accept", "application/problem+json"],
  ["accept", "text/html;q=\xff"],
  ["expect", "100-continue"],
  ["expect", "the-best"],
  ["host", "other.example"],
  ["host", "["],
  ["x-forwarded-for", "::::"],
  ["x-http-method-override", "DELETE"],
  ["range", "bytes=0-1"],
  ["if-none-match", "*"],
  ["upgrade", "websocket"],
  ["cookie", "a=b"],
  ["x-long", "x".repeat(20_000)],
  ["no colon", "a"],
  ["x-line", "a\r\n b"],
];

/** Fields, methods and targets that no client's library would send. */
function mangled(about: About): Of<Asked> {
  const odd = fc.constantFrom(
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "QUERY",
    "get",
    "FOO",
  );
  const json = ["content-type", "application/json"] as const;
  return {
    method: fc.oneof({ weight: 3, arbitrary: fc.constant(about.method) }, odd),
    target: targets(about, true),
    content: fc.option(about.body, { nil: undefined }),
    headers: fc
      .array(fc.constantFrom(...MANGLED), { maxLength: 3 })
      .map((fields) => (fields.some(([name]) => name === "content-type") ? fields : [json, ...fields])),
    caller: fc.constantFrom("nobody", "owner", "key"),
    isSigned: fc.constant(false),
  };
}

const SEGMENTS = [
  "%00",
  "%zz",
  "%",
  "%e0%a4",
  "..%2f..",
  "%2e%2e",
  "a".repeat(2_000),
  "\xff",
  "a;b",
  "a:b",
  "*",
  "key_%30",
  "a;%zz",
];
const QUERIES = [
  "?",
  "?%",
  "?limit=",
  "?limit=0",
  "?limit=101",
  "?limit=1e1",
  "?limit=1.5",
  "?limit=true",
  "?limit=1&limit=1",
  "?limit[]=1",
  "?next=%00",
  "?next=",
  "?&&&==",
  "?__proto__=1",
  "?a=1",
  "#a",
];

const NO_TARGETS = [
  "*",
  "//",
  "/%",
  "http://other.example/wallets",
  "/wallets/../api-keys",
  "//wallets",
  "/wallets/",
  "/WALLETS",
];

/** @param isMangled whether it may be invalid as a target. */
function targets({ path, operation, values }: About, isMangled: boolean): Arbitrary<string> {
  const parameters = (operation.parameters ?? []) as readonly { name: string; in: string; schema: Schema }[];
  const segments = path.split("/").map((segment) => {
    const parameter = parameters.find(({ name }) => segment === `{${name}}`);
    if (parameter === undefined) return fc.constant(segment);
    const value = values(parameter.schema);
    // A client removes path segments of dots.
    return isMangled ? fc.oneof(value, fc.constantFrom(...SEGMENTS)) : value.filter((said) => !/^\.*$/.test(said));
  });
  const filters = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema }) =>
      fc.option(
        values(schema).map((value) => `${name}=${value}`),
        { nil: "", freq: 1 },
      ),
    );
  const query = fc.tuple(...filters).map((pairs) => {
    const said = pairs.filter((pair) => pair !== "").join("&");
    return said === "" ? "" : `?${said}`;
  });
  const odd = fc.constantFrom(...(isMangled ? QUERIES : ["?limit=0", "?limit=1.5", "?a=1"]));
  const whole = fc
    .tuple(fc.tuple(...segments), fc.oneof({ weight: 3, arbitrary: query }, odd))
    .map(([parts, end]) => parts.join("/") + end);
  return isMangled ? fc.oneof({ weight: 6, arbitrary: whole }, fc.constantFrom(...NO_TARGETS)) : whole;
}
