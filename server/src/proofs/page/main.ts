/** The page at /verify/:id: reads a proof, verifies it in the browser, and shows the result. */
import type { CheckpointNote } from "anchorlog/batch";
import { encodeBundle, formatBundle, type Bundle, type TrustedOperator } from "anchorlog/verify/bundle";
import { byId, element } from "./elements.ts";
import {
  formatFragment,
  InputError,
  MAX_BYTES,
  namedIn,
  readDocument,
  readFragment,
  readText,
  type PageInput,
} from "./input.ts";
import { judge, type PageVerdict } from "./judge.ts";
import { showDetails, showFault, showVerdict } from "./show.ts";

const given: {
  bundle?: Uint8Array | undefined;
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
let shown: Bundle | undefined;
let round = 0;
/** The number of the newest input. */
let taken = 0;

/** Verifies the current input. A result is dropped if a newer verification has started. */
async function update(): Promise<void> {
  const mine = ++round;
  const { bundle, ...trust } = given;
  showGiven();
  if (bundle === undefined) return;
  result.setAttribute("aria-busy", "true");
  try {
    const judged = await judge({ bundle, ...trust, isProposed: trust.node === proposed });
    if (mine === round) show(judged);
  } catch (error) {
    if (mine === round) fail(error);
  }
}

function show(judged: PageVerdict): void {
  const { facts, verdict, isBroken } = judged;
  present(showVerdict(judged, asked, server), facts === undefined ? [] : showDetails(judged, facts, Date.now()));
  shown = facts?.bundle;
  byId("keep", HTMLElement).hidden = shown === undefined;
  const ask = byId("ask", HTMLElement);
  ask.hidden = isBroken;
  // The form for trusted input comes first, unless the proof is valid.
  details[verdict.verdict === "valid" ? "after" : "before"](ask);
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

/** Reads documents, and verifies again. The result of an older read is dropped. */
async function take(read: () => PageInput[] | Promise<PageInput[]>): Promise<void> {
  const mine = ++taken;
  try {
    const documents = await read();
    if (mine !== taken) return;
    for (const document of documents) {
      if (document.kind === "bundle") given.bundle = document.bundle;
      else if (document.kind === "trust") given.operator = document.trust;
      else given.checkpoint = document.checkpoint;
    }
  } catch (error) {
    if (mine !== taken) return;
    round++;
    return fail(error);
  }
  await update();
}

async function readFile(file: Blob): Promise<PageInput> {
  // Check the size before the file is read into memory.
  if (file.size > MAX_BYTES) throw new InputError(`This has ${file.size} bytes. No proof has over ${MAX_BYTES}.`);
  return readDocument(new Uint8Array(await file.arrayBuffer()));
}

const takeFiles = (files: Iterable<File>): Promise<void> => take(() => Promise.all(Array.from(files, readFile)));

function takeLink(): void {
  const fragment = location.hash.slice(1);
  if (fragment !== "") void take(() => [{ kind: "bundle", bundle: readFragment(fragment) }]);
}

/** Fetches the bundle from the server of this page. The credential is sent only to this server, and is not stored. */
async function fetchBundle(id: string, credential: string): Promise<PageInput[]> {
  const response = await fetch(new URL(`/ebus/action-logs/${id}/proof`, location.origin), {
    headers: credential.startsWith("alk_") ? { "x-api-key": credential } : { authorization: `Bearer ${credential}` },
    credentials: "omit",
    redirect: "error",
    cache: "no-store",
  }).catch(() => {
    throw new InputError("The server of this page does not answer.");
  });
  if (response.ok) return [await readFile(await response.blob())];
  throw new InputError(`The server gave no proof: ${await reasonOf(response)}`);
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
  link.value = `${location.href.split("#", 1)[0]}#${formatFragment(encodeBundle(shown))}`;
  link.hidden = false;
  link.select();
  // If the page may not access the clipboard, the visitor copies the selected link.
  void navigator.clipboard?.writeText(link.value).catch(() => undefined);
});
byId("save", HTMLButtonElement).addEventListener("click", () => {
  if (shown === undefined) return;
  const url = URL.createObjectURL(new Blob([formatBundle(shown)], { type: "application/json" }));
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
