/** The page that makes a disclosure from the visitor's own bundle. */
import { parseKind, type Kind } from "../action/kinds.ts";
import { formatProof } from "../proof/document.ts";
import { proveDisclosure } from "../proof/proveDisclosure.ts";
import type { CircuitBytes, Prover, ProverStage } from "../proof/proving.ts";
import { parseBundle, type Bundle } from "../verify/bundle/bundle.ts";
import { decodeBundle, isCompactBundle } from "../verify/bundle/compact.ts";
import { verifyBundle } from "../verify/bundle/verify.ts";
import { fetchCircuit, isCompressed, readCircuit, type CircuitHashes } from "./circuitFiles.ts";
import { byId, code, element, list } from "./elements.ts";
import { InputError, MAX_BYTES, readFragment } from "./input.ts";
import { threadOfPage } from "./thread.ts";
import { startWebProver } from "./webProver.ts";

/** The hashes of the circuit's files. scripts/page.ts inserts them. */
declare const CIRCUIT: CircuitHashes;

const given: {
  bundle?: Bundle;
  circuit?: Promise<CircuitBytes> | undefined;
  /** Opens the prover of the threads that have started. */
  open?: ((files: CircuitBytes) => Prover) | undefined;
  prover?: Prover;
} = {};

const result = byId("result", HTMLElement);
const form = byId("disclosure", HTMLFormElement);
const input = (id: string): HTMLInputElement => byId(id, HTMLInputElement);

function show(title: string, text: string, tone: "valid" | "none", ...more: HTMLElement[]): void {
  const card = element(
    "section",
    `card verdict ${tone}`,
    element("h2", "", title),
    element("p", "lead", text),
    ...more,
  );
  result.replaceChildren(card);
}

function fail(error: unknown): void {
  const title = error instanceof InputError ? "This cannot be used" : "No proof";
  show(title, (error as Error).message, "none");
}

async function takeFile(file: File): Promise<void> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (isCompressed(head)) {
    given.circuit = readCircuit(file.stream(), CIRCUIT);
    await given.circuit;
    return;
  }
  if (file.size > MAX_BYTES) throw new InputError(`This has ${file.size} bytes. No bundle has over ${MAX_BYTES}.`);
  await takeBundle(new Uint8Array(await file.arrayBuffer()));
}

async function takeBundle(bytes: Uint8Array): Promise<void> {
  const { verdict, message } = await verifyBundle(bytes);
  if (verdict === "invalid") throw new InputError(`This bundle is not valid: ${message}`);
  const bundle = isCompactBundle(bytes) ? decodeBundle(bytes) : parseBundle(new TextDecoder().decode(bytes));
  if (bundle.inclusion === undefined) {
    throw new InputError("The bundle is only promised. Ask for it again once its action is in a checkpoint.");
  }
  given.bundle = bundle;
  prepare();
  offer(bundle, parseKind(bundle.action.primaryType, bundle.action.payloadType));
}

/** Fetches the keys and starts the threads, while the visitor fills in the form. A page from disk cannot fetch. */
function prepare(): void {
  if (given.prover !== undefined || given.circuit !== undefined || location.protocol === "file:") return;
  given.circuit = fetchKeys();
  given.circuit.catch(() => {});
  given.open ??= startWebProver(startThread);
}

/** Shows a row for each value of the action. */
function offer({ action }: Bundle, kind: Kind): void {
  byId("named", HTMLElement).textContent = `${kind.name}, signed by ${action.message.actor}`;
  const rows = kind.members.map(({ name, type }) => {
    const reveal = box(`reveal ${name}`, `Reveal ${name}`);
    const bounds = /^u?int\d/.test(type) ? [bound(name, "atLeast", "at least"), bound(name, "atMost", "at most")] : [];
    const value = element("div", "", code(String(action.message.payload[name])), reveal, ...bounds);
    return { name, under: type, value };
  });
  byId("values", HTMLElement).replaceChildren(list(...rows));
  const addresses = ["entry.actor", ...kind.members.filter(({ type }) => type === "address").map(({ name }) => name)];
  byId("subject", HTMLSelectElement).replaceChildren(...addresses.map((name) => element("option", "", name)));
  form.hidden = false;
}

function box(id: string, label: string): HTMLElement {
  const field = element("input", "");
  field.type = "checkbox";
  field.id = id;
  return element("label", "", field, ` ${label}`);
}

function bound(name: string, is: "atLeast" | "atMost", label: string): HTMLElement {
  const field = element("input", "");
  field.id = `${is} ${name}`;
  field.inputMode = "numeric";
  field.pattern = "-?[0-9]{1,78}";
  return element("label", "", `${label} `, field);
}

/** Reads the form. */
function wanted({ action }: Bundle): Omit<Parameters<typeof proveDisclosure>[0], "bundle"> {
  const names = parseKind(action.primaryType, action.payloadType).members.map(({ name }) => name);
  const ends = (name: string) =>
    (["atLeast", "atMost"] as const).flatMap((is) => {
      const field = document.getElementById(`${is} ${name}`);
      return field instanceof HTMLInputElement && field.value !== "" ? [[is, field.value] as const] : [];
    });
  const bounded = names.map((name) => [name, Object.fromEntries(ends(name))] as const);
  return {
    reveal: names.filter((name) => input(`reveal ${name}`).checked),
    where: Object.fromEntries(bounded.filter(([, range]) => Object.keys(range).length > 0)),
    subject: byId("subject", HTMLSelectElement).value,
    scope: BigInt(input("scope").value),
    beneficiary: input("beneficiary").value.toLowerCase() as `0x${string}`,
  };
}

async function prover(): Promise<Prover> {
  if (given.prover !== undefined) return given.prover;
  isWaiting = true;
  say("Fetching the keys");
  const open = (given.open ??= startWebProver(startThread));
  try {
    const circuit = await (given.circuit ?? fetchKeys());
    delete given.open;
    return (given.prover = open(circuit));
  } finally {
    // The prover has the keys, or the next proof fetches them again.
    given.circuit = undefined;
  }
}

let isWaiting = false;
let shownBytes = 0;

/** Fetches the keys. Shows the progress once somebody waits for them. */
function fetchKeys(): Promise<CircuitBytes> {
  shownBytes = 0;
  return fetchCircuit(CIRCUIT, document.baseURI, (bytes) => {
    if (!isWaiting || bytes - shownBytes < PROGRESS_STEP) return;
    shownBytes = bytes;
    say(`Fetching the keys: ${(bytes / 1e6).toFixed(1)} MB`);
  });
}

const PROGRESS_STEP = 200_000;

const startThread = threadOfPage();

const STAGES: Readonly<Record<ProverStage, string>> = {
  load: "Reading the keys",
  witness: "Computing the witness",
  prove: "Proving",
  verify: "Verifying the proof",
};
const say = (text: string): void => show("Working", `${text} …`, "none");

async function prove(bundle: Bundle): Promise<void> {
  const disclosure = wanted(bundle);
  const opened = await prover();
  const start = performance.now();
  const onProgress = (stage: ProverStage) => say(STAGES[stage]);
  const proof = await proveDisclosure({ bundle, ...disclosure }, { prover: opened, onProgress }).catch(
    (error: unknown) => {
      // The next proof gets fresh threads, for this prover may have ended.
      delete given.prover;
      throw error;
    },
  );
  const time = Math.round(performance.now() - start);
  const link = element("a", "", "Save the proof");
  link.href = URL.createObjectURL(new Blob([formatProof(proof)], { type: "application/json" }));
  link.download = "proof.json";
  const text = "It holds. Hand it on: the page that verifies proofs reads it, and so does npx anchorlog verify.";
  show("The proof is made", text, "valid", element("p", "", link), element("p", "hint", `Proved in ${time} ms.`));
}

/** Does it with the form locked, and shows why it failed. */
async function locked(act: () => Promise<void>): Promise<void> {
  const button = byId("prove", HTMLButtonElement);
  button.disabled = true;
  try {
    await act();
  } catch (error) {
    fail(error);
  } finally {
    button.disabled = false;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void locked(() => prove(given.bundle!));
});
const files = input("files");
files.addEventListener("change", () => {
  const chosen = [...(files.files ?? [])];
  files.value = "";
  void locked(async () => {
    for (const file of chosen) await takeFile(file);
  });
});
// The page that verifies proofs hands the bundle on in its link.
const fragment = location.hash.slice(1);
if (fragment !== "") {
  prepare();
  void locked(() => takeBundle(readFragment(fragment)));
}
