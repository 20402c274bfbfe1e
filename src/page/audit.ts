/** The page that audits an export. The audit runs in a thread, and the report is the one that the command writes. */
import { renderContent, renderHtml } from "../verify/audit/html.ts";
import { renderMarkdown } from "../verify/audit/markdown.ts";
import type { Report } from "../verify/audit/report.ts";
import { placeFiles, type GivenFile } from "./auditFiles.ts";
import type { AuditAnswer, AuditQuestion } from "./auditThread.ts";
import { filesOf } from "./dropped.ts";
import { byId, element } from "./elements.ts";
import { InputError, readDocument } from "./input.ts";
import { threadOfPage } from "./thread.ts";

const given: { files?: ReadonlyMap<string, Blob>; trust?: string; checkpoint?: string } = {};
const state = byId("state", HTMLElement);
const report = byId("report", HTMLElement);
const node = byId("node", HTMLInputElement);
const startThread = threadOfPage();
let thread: Worker | undefined;

/** Audits what is given. An audit under way ends. */
function update(): void {
  showGiven();
  thread?.terminate();
  const { files, trust, checkpoint } = given;
  if (files === undefined) return;
  report.replaceChildren();
  byId("save", HTMLElement).hidden = true;
  say("Reading the export …");
  thread = startThread();
  thread.addEventListener("message", ({ data }: { readonly data: AuditAnswer }) => hear(data));
  thread.addEventListener("error", ({ message }) => say(`No verdict: the page failed: ${message}`));
  const question: AuditQuestion = { files, trust, checkpoint, node: node.value === "" ? undefined : node.value };
  thread.postMessage(question);
}

function hear(answer: AuditAnswer): void {
  if (answer.type === "progress") {
    const { entries, bytes, ofBytes } = answer.progress;
    say(`${entries} entries, ${Math.floor((100 * bytes) / Math.max(ofBytes, 1))} % …`);
  } else if (answer.type === "failed") say(`No verdict: ${answer.message}`);
  else show(answer.report);
}

const say = (text: string): void => state.replaceChildren(element("span", "", text));

function show(made: Report): void {
  state.replaceChildren();
  byId("begin", HTMLElement).hidden = true;
  report.innerHTML = allowed(renderContent(made));
  document.title = made.headline;
  const forms = [
    ["report.html", "text/html", renderHtml(made)],
    ["report.md", "text/markdown", renderMarkdown(made)],
    ["report.json", "application/json", `${JSON.stringify(made)}\n`],
  ] as const;
  byId("saved", HTMLElement).replaceChildren(
    ...forms.map(([name, type, text]) => {
      const link = element("a", "", name);
      link.href = URL.createObjectURL(new Blob([text], { type }));
      link.download = name;
      return link;
    }),
  );
  byId("save", HTMLElement).hidden = false;
  report.scrollIntoView({ block: "nearest" });
}

/** Marks a rendered report as HTML. Its writer escapes all data, and the page's policy runs no script in it. */
const allowed = ((): ((html: string) => string) => {
  type Policy = { createHTML(html: string): string };
  type Factory = { createPolicy(name: string, rules: Policy): Policy };
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  const policy = trustedTypes?.createPolicy("report", { createHTML: (html) => html });
  return (html) => policy?.createHTML(html) ?? html;
})();

function showGiven(): void {
  const names = [
    ["trust", "A trust file"],
    ["checkpoint", "A signed checkpoint"],
  ] as const;
  const items = names.flatMap(([name, text]) => {
    if (given[name] === undefined) return [];
    const button = element("button", "", "Remove");
    button.type = "button";
    button.addEventListener("click", () => {
      delete given[name];
      update();
    });
    return [element("li", "", text, " ", button)];
  });
  byId("given", HTMLElement).replaceChildren(...items);
}

/** Takes an export if a manifest is among the files, and documents that are trusted. */
async function take(read: readonly GivenFile[] | Promise<readonly GivenFile[]>): Promise<void> {
  try {
    const files = await read;
    const placed = placeFiles(files);
    if (placed !== undefined) given.files = placed.files;
    for (const file of placed?.others ?? files) {
      const isTaken = await takeTrusted(file);
      // Beside an export there may be anything.
      if (!isTaken && placed === undefined) throw new InputError(notExport(file.path));
    }
    update();
  } catch (error) {
    say(error instanceof InputError ? error.message : `This cannot be read: ${(error as Error).message}`);
  }
}

async function takeTrusted({ file }: GivenFile): Promise<boolean> {
  if (file.size === 0 || file.size > MOST_BYTES) return false;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { kind } = readDocument(bytes);
  if (kind !== "trust" && kind !== "checkpoint") return false;
  given[kind] = new TextDecoder().decode(bytes);
  return true;
}

/** The most bytes of a trust file or a checkpoint. */
const MOST_BYTES = 1 << 20;

const notExport = (path: string): string =>
  `${path} is not a trust file or a checkpoint. An export is a folder with a file manifest.json. Unpack an archive first.`;

const pathOf = (file: File): GivenFile => ({ path: file.webkitRelativePath || file.name, file });

for (const id of ["folder", "files", "trusted"]) {
  const field = byId(id, HTMLInputElement);
  field.addEventListener("change", () => {
    const chosen = [...(field.files ?? [])].map(pathOf);
    field.value = "";
    void take(chosen);
  });
}
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  void take(filesOf(event.dataTransfer?.items ?? []));
});

byId("node-form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  update();
});
const proposed = document.documentElement.dataset["node"] ?? "";
if (proposed !== "") node.value = proposed;
