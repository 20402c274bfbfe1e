/** What the client has of the server's sources: the shapes of its operations, and the kinds that wallets sign. */
import openapiTS, { astToString } from "openapi-typescript";
import type { Generated } from "../../scripts/generate/generated.ts";
import { makeDocument } from "../../server/scripts/document.ts";
import { DEFINITIONS } from "../../server/src/objects/kinds.ts";

type Operation = {
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly schema?: { readonly default?: unknown } }[];
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
};
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

let made: Promise<{ readonly document: Record<string, unknown>; readonly paths: Paths }> | undefined;

/** The document without what a client has no use for: version 2, refusals, which are one error here, and headers. */
function readDocument(): NonNullable<typeof made> {
  made ??= makeDocument().then((document) => {
    const all = document["paths"] as Paths;
    const isCurrent = (path: string) => Object.values(all[path]!).every(({ tags }) => !tags.includes("Version 2"));
    const current = Object.fromEntries(Object.entries(all).filter(([path]) => isCurrent(path)));
    const paths = mapValues(current, (operations) =>
      mapValues(operations, (operation) => ({
        ...operation,
        parameters: parametersOf(operation),
        responses: answersOf(operation),
      })),
    );
    return { document, paths };
  });
  return made;
}

/** Each with its default as a part of itself: what is said of a parameter is made of that, and not of its schema. */
function parametersOf({ parameters = [] }: Operation): NonNullable<Operation["parameters"]> {
  return parameters.map((parameter) => {
    const { default: usual } = parameter.schema ?? {};
    return usual === undefined ? parameter : { ...parameter, default: usual };
  });
}

function answersOf({ responses }: Operation): Operation["responses"] {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return Object.fromEntries(answers.map(([status, answer]) => [status, { ...answer, headers: {} }]));
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** The schemas that the operations refer to. */
function usedSchemas(
  value: unknown,
  schemas: Record<string, unknown>,
  used: Record<string, unknown> = {},
): typeof used {
  const found = JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  for (const [, name = ""] of found) {
    if (name in used) continue;
    used[name] = schemas[name];
    usedSchemas(schemas[name], schemas, used);
  }
  return used;
}

async function renderApi(): Promise<string> {
  const { document, paths } = await readDocument();
  const { schemas, parameters } = document["components"] as Record<string, Record<string, unknown>>;
  const components = { schemas: usedSchemas(paths, schemas!), parameters };
  const { openapi, info } = document;
  const ast = await openapiTS({ openapi, info, paths, components } as Parameters<typeof openapiTS>[0]);
  return `/** The operations of the API, by their paths. Made by \`npm run generate\` from the server's document. */\n${astToString(ast)}`;
}

async function renderOperations(): Promise<string> {
  const { paths } = await readDocument();
  const signed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => security.some((way) => "signature" in way))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  return `/** Made by \`npm run generate\` from the server's sources. */

/** The operations that a wallet signs. */
export const SIGNED: ReadonlySet<string> = new Set(${JSON.stringify(signed, undefined, 2)});

/** What a wallet signs about objects: the payloads of the kinds. */
export const KINDS = ${JSON.stringify(DEFINITIONS, undefined, 2)} as const;
`;
}

export const generated: readonly Generated[] = [
  { path: "client/src/generated/api.ts", render: renderApi },
  { path: "client/src/generated/operations.ts", render: renderOperations },
];
