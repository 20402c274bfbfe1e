/** The page at /verify/:id: reads a proof, verifies it in the browser, and shows the result. */
import type { CheckpointNote } from "../batch/checkpoint.ts";
import { formatBundle } from "../verify/bundle/bundle.ts";
import { encodeBundle } from "../verify/bundle/compact.ts";
import type { TrustedOperator } from "../verify/trust.ts";
import { byId, element } from "./elements.ts";
import {
  formatFragment,
  InputError,
  MAX_BYTES,
  namedIn,
  readDocument,
  readLink,
  readText,
  type PageInput,
} from "./input.ts";
import { deedOf } from "./deed.ts";
import { isContent, type Content, type Facts } from "./facts.ts";
import { connect, judge, type PageVerdict } from "./judge.ts";
import { judgeOther, type OtherVerdict } from "./other.ts";
import { showDetails, showFault, showOther, showVerdict } from "./show.ts";

const given: {
  bundle?: Uint8Array | undefined;
  /** The text of a document that is not a bundle. It or the bundle is given. */
  other?: string | undefined;
  /** The content of the bundle's request. */
  content?: Content | undefined;
  operator?: TrustedOperator | undefined;
  checkpoint?: CheckpointNote | undefined;
  node?: string | undefined;
} = {};

const result = byId("result", HTMLElement);
const details = byId("details", HTMLElement);
const node = byId("node", HTMLInputElement);
const link = byId("link", HTMLTextAreaElement);
const { action: asked, isNone } = namedIn(location.pathname);
/** The node suggested by the page's server. */
const proposed = document.documentElement.dataset["node"] ?? "";
/** The server of this page, and its operator. */
const server = {
  host: document.documentElement.dataset["host"] ?? "",
  operator: document.documentElement.dataset["operator"] ?? "",
};
/** The bundle on display. */
let shown: Facts | undefined;
let round = 0;
/** The number of the newest input. */
let taken = 0;

/** Verifies the current input. A result is dropped if a newer verification has started. */
async function update(): Promise<void> {
  const mine = ++round;
  const { bundle, other, operator, checkpoint, node } = given;
  showGiven();
  if (bundle === undefined && other === undefined) return;
  result.setAttribute("aria-busy", "true");
  try {
    if (bundle !== undefined) {
      const judged = await judge({ bundle, operator, checkpoint, node, isProposed: node === proposed });
      if (mine === round) show(judged);
    } else {
      const chain = node === undefined ? undefined : await connect(node);
      const judged = await judgeOther(other!, { operator, checkpoint }, chain);
      if (mine === round) showAny(judged);
    }
  } catch (error) {
    if (mine === round) fail(error);
  }
}

function show(judged: PageVerdict): void {
  const { facts, verdict, isBroken } = judged;
  present(
    showVerdict(judged, asked, server),
    facts === undefined ? [] : showDetails(judged, facts, given.content, Date.now()),
  );
  shown = facts;
  byId("keep", HTMLElement).hidden = shown === undefined;
  offerDisclosure(shown?.bundle);
  offerNode(verdict, isBroken);
}

/**
 * Links to the page that makes disclosures, with the bundle. An action that is only promised cannot be disclosed. From
 * disk, nothing is beside this page.
 */
function offerDisclosure(bundle: Facts["bundle"] | undefined): void {
  const disclose = byId("disclose", HTMLElement);
  disclose.hidden = bundle?.inclusion === undefined || location.protocol === "file:";
  const anchor = disclose.firstElementChild as HTMLAnchorElement;
  if (bundle !== undefined) anchor.hash = formatFragment(encodeBundle(bundle));
}

function showAny(judged: OtherVerdict): void {
  const shownOther = showOther(judged);
  present(shownOther.verdict, shownOther.details);
  offerNode(judged.verdict, judged.verdict.verdict === "invalid");
}

/** Shows the form for trusted input: first, unless the proof is valid. */
function offerNode({ verdict }: Pick<OtherVerdict["verdict"], "verdict">, isBroken: boolean): void {
  const ask = byId("ask", HTMLElement);
  ask.hidden = isBroken;
  details[verdict === "valid" ? "after" : "before"](ask);
}

/** Shows an error instead of a verdict. */
function fail(error: unknown): void {
  const { message } = error as Error;
  const isInput = error instanceof InputError;
  present([showFault(isInput ? "This cannot be used" : "The page failed", message)], []);
}

/** Replaces the result and details on the page. */
function present(verdict: HTMLElement[], rest: HTMLElement[]): void {
  shown = undefined;
  result.replaceChildren(...verdict);
  result.setAttribute("aria-busy", "false");
  details.replaceChildren(...rest);
  for (const id of ["ask", "keep", "named", "no-action"]) byId(id, HTMLElement).hidden = true;
  link.hidden = true;
  byId("bring-title", HTMLElement).textContent = "Another proof";
  result.scrollIntoView({ block: "nearest" });
}

/** Lists the other given documents, each with a button to remove it. */
function showGiven(): void {
  const { operator, checkpoint } = given;
  const take = (text: string, name: "operator" | "checkpoint"): HTMLElement => {
    const button = element("button", "plain", "Remove");
    button.type = "button";
    button.addEventListener("click", () => {
      given[name] = undefined;
      void update();
    });
    return element("li", "", text, " ", button);
  };
  byId("given", HTMLUListElement).replaceChildren(
    ...(operator === undefined ? [] : [take(`Trust file of the operator ${operator.operator}.`, "operator")]),
    ...(checkpoint === undefined ? [] : [take(`Checkpoint of size ${checkpoint.size}.`, "checkpoint")]),
  );
}

/** Reads documents, and verifies again. If a newer read has started, the evidence of this one is dropped. */
async function take(read: () => PageDocument[] | Promise<PageDocument[]>): Promise<void> {
  const mine = ++taken;
  try {
    const documents = await read();
    for (const document of documents) {
      if (document.kind === "trust") given.operator = document.trust;
      else if (document.kind === "checkpoint") given.checkpoint = document.checkpoint;
      else if (mine !== taken) continue;
      else if (document.kind === "content") given.content = document.content;
      else {
        given.bundle = document.kind === "bundle" ? document.bundle : undefined;
        given.other = document.kind === "other" ? document.text : undefined;
        given.content = undefined;
      }
    }
  } catch (error) {
    if (mine !== taken) return;
    round++;
    return fail(error);
  }
  await update();
}

type PageDocument = PageInput | { readonly kind: "content"; readonly content: Content };

/** Reads a file. The content of the shown request is recognized by its digest. */
async function readFile(file: Blob): Promise<PageDocument> {
  // Check the size before the file is read into memory.
  if (file.size > MAX_BYTES) throw new InputError(`This has ${file.size} bytes. No proof has over ${MAX_BYTES}.`);
  const buffer = await file.arrayBuffer().catch(() => {
    throw new InputError("It cannot be read. If it is the folder of an export, audit it: see below.");
  });
  const bytes = new Uint8Array(buffer);
  if (shown !== undefined && isContent(bytes, shown)) return { kind: "content", content: { kind: "signed", bytes } };
  return readDocument(bytes);
}

const takeFiles = (files: Iterable<File>): Promise<void> => take(() => Promise.all(Array.from(files, readFile)));

function takeLink(): void {
  const fragment = location.hash.slice(1);
  if (fragment !== "") void take(() => [readLink(fragment)]);
}

/** Fetches the bundle from the server of this page. The credential is sent only to this server, and is not stored. */
async function fetchBundle(id: string, credential: string): Promise<PageDocument[]> {
  const response = await askServer(`${id}/proof`, credential);
  if (!response.ok) throw new InputError(`The server gave no proof: ${await reasonOf(response)}`);
  const bundle = await readFile(await response.blob());
  const log = await askServer(id, credential);
  const { name, params } = Object(log.ok ? await log.json() : undefined) as { name?: unknown; params?: unknown };
  if (typeof name !== "string") return [bundle];
  return [bundle, { kind: "content", content: { kind: "told", deed: deedOf(name, Object(params)) } }];
}

async function askServer(path: string, credential: string): Promise<Response> {
  return fetch(new URL(`/ebus/action-logs/${path}`, location.origin), {
    headers: credential.startsWith("alk_") ? { "x-api-key": credential } : { authorization: `Bearer ${credential}` },
    credentials: "omit",
    redirect: "error",
    cache: "no-store",
  }).catch(() => {
    throw new InputError("The server of this page does not answer.");
  });
}

async function reasonOf(response: Response): Promise<string> {
  const { error } = Object(await response.json().catch(() => undefined)) as { error?: { message?: unknown } };
  return typeof error?.message === "string" ? error.message : `status ${response.status}`;
}

function onSubmit(id: string, act: () => void): void {
  byId(id, HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
}

onSubmit("ask-form", () => {
  given.node = node.value === "" ? undefined : node.value;
  void update();
});
onSubmit("paste-form", () => {
  const text = byId("pasted", HTMLTextAreaElement).value;
  void take(() => [readText(text)]);
});
onSubmit("fetch-form", () => {
  const field = byId("credential", HTMLInputElement);
  const credential = field.value.trim();
  field.value = "";
  void take(() => fetchBundle(asked!, credential));
});

const files = byId("files", HTMLInputElement);
files.addEventListener("change", () => {
  const chosen = [...(files.files ?? [])];
  // Reset the field, so that the same file can be chosen again.
  files.value = "";
  void takeFiles(chosen);
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  void takeFiles(event.dataTransfer?.files ?? []);
});

byId("make-link", HTMLButtonElement).addEventListener("click", () => {
  if (shown === undefined) return;
  link.value = `${location.href.split("#", 1)[0]}#${formatFragment(encodeBundle(shown.bundle))}`;
  link.hidden = false;
  link.select();
  // If the page may not access the clipboard, the visitor copies the selected link.
  void navigator.clipboard?.writeText(link.value).catch(() => undefined);
});
byId("save", HTMLButtonElement).addEventListener("click", () => {
  if (shown === undefined) return;
  const url = URL.createObjectURL(new Blob([formatBundle(shown.bundle)], { type: "application/json" }));
  const anchor = element("a", "");
  anchor.href = url;
  anchor.download = "bundle.json";
  anchor.click();
  URL.revokeObjectURL(url);
});
byId("print", HTMLButtonElement).addEventListener("click", () => window.print());

if (asked !== undefined) {
  byId("fetch", HTMLElement).hidden = byId("named", HTMLElement).hidden = false;
  byId("asked", HTMLElement).textContent = asked;
}
byId("no-action", HTMLElement).hidden = isNone !== true;
if (proposed !== "") given.node = node.value = proposed;
window.addEventListener("hashchange", takeLink);
takeLink();
