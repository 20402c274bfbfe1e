/** What computes each primitive: our own WebAssembly, or JavaScript. One choice for all of them. */
import { AnchorlogError } from "./errors.ts";
import { missingWebAssembly } from "./webassembly.ts";

/** Our own WebAssembly; or noble's JavaScript where noble has it, else our own bigints: many times slower, everywhere. */
export type EngineName = "wasm" | "javascript";

/** `auto` is WebAssembly, and JavaScript for each primitive whose module cannot be had or gives a wrong answer. */
export type EngineChoice = "auto" | EngineName;

/** What is computed by one engine or the other. `prover` makes Groth16 proofs, `pairing` verifies them. */
export type Primitive = (typeof PRIMITIVES)[number];
const PRIMITIVES = ["keccak256", "secp256k1", "sha256", "poseidon", "pairing", "prover"] as const;

/** What computes a primitive in this thread, and why that does. */
export type EngineUse = { readonly engine: EngineName; readonly why: string };

const VARIABLE = "ANCHORLOG_ENGINE";
const CHOICES: readonly string[] = ["auto", "wasm", "javascript"] satisfies EngineChoice[];

type NodeProcess = {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly emitWarning?: (message: string, type: string) => void;
  readonly getBuiltinModule?: (name: "node:worker_threads") => ThreadsModule;
};
type ThreadsModule = {
  readonly isMainThread: boolean;
  readonly getEnvironmentData: (key: string) => unknown;
  readonly setEnvironmentData: (key: string, value: unknown) => void;
};
// Browsers have none.
const { process } = globalThis as { process?: NodeProcess };

let chosen: EngineChoice | undefined;
let revision = 0;

/** Sets the choice of this thread, and of those that it starts from now on. */
export function setEngineChoice(choice: EngineChoice): void {
  chosen = choice;
  revision++;
}

/**
 * The choice of this thread: the one that was set, else that of the environment, else `auto`.
 *
 * @throws AnchorlogError `unknown_engine` where it is none.
 */
export function engineChoice(): EngineChoice {
  return checkChoice(chosen ?? variable() ?? "auto", chosen === undefined ? VARIABLE : "the engine");
}

/** @throws AnchorlogError `unknown_engine` where `choice` is none. */
export function checkChoice(choice: string, name: string): EngineChoice {
  if (CHOICES.includes(choice)) return choice as EngineChoice;
  throw new AnchorlogError("unknown_engine", `${name} is ${JSON.stringify(choice)}`, {
    fix: `set it to one of ${CHOICES.join(", ")}, or not at all`,
  });
}

/** Why the choice is what it is. */
export function whyChosen(): string {
  return chosen === undefined && variable() !== undefined ? `chosen by ${VARIABLE}` : "chosen by useEngine";
}

/** What threads have in their environment, so that they choose alike. */
export function engineEnvironment(): Readonly<Record<string, string>> {
  return chosen === undefined ? {} : { [VARIABLE]: chosen };
}

const variable = (): string | undefined => process?.env?.[VARIABLE] || undefined;

/** The choice where nothing may be thrown, since whoever computes may take that for a verdict: said, and not obeyed. */
function choiceOrAuto(): EngineChoice {
  try {
    return engineChoice();
  } catch (error) {
    say(PRIMITIVES.length + 1, (error as Error).message.replaceAll("\n", " "));
    return "auto";
  }
}

/** Something that WebAssembly or JavaScript computes. */
export type Chooser<T> = {
  /** What the choice comes to, loaded at the first call. Never throws: it falls back, and says so once a process. */
  readonly get: () => T;
  /** The same, and why. */
  readonly use: () => EngineUse;
};

const choosers: { readonly name: Primitive; readonly failure: () => string | undefined }[] = [];

/**
 * Makes the choice for a primitive that loads at once.
 *
 * @param wasm instantiates the module and asks for known answers; throws what says why it cannot be used.
 */
export function createChooser<T>(name: Primitive, wasm: () => T, javascript: () => T): Chooser<T> {
  let loaded: Loaded<T> | undefined;
  let seen = -1;
  let current: { readonly value: T; readonly use: EngineUse };

  const select = () => {
    if (choiceOrAuto() === "javascript") {
      current = { value: javascript(), use: { engine: "javascript", why: whyChosen() } };
    } else {
      loaded ??= load(wasm);
      if ("reason" in loaded) {
        warnOfFallback(name, loaded.reason);
        current = { value: javascript(), use: { engine: "javascript", why: loaded.reason } };
      } else current = { value: loaded.value, use: { engine: "wasm", why: WHY_WASM } };
    }
    seen = revision;
    return current;
  };
  const selected = () => (seen === revision ? current : select());
  const failure = () => {
    loaded ??= load(wasm);
    return "reason" in loaded ? loaded.reason : undefined;
  };
  choosers.push({ name, failure });
  return { get: () => selected().value, use: () => selected().use };
}

/** What `why` is of WebAssembly. */
export const WHY_WASM = "its module gives the known answers";

/** What was loaded, or why it was not. */
export type Loaded<T> = { readonly value: T } | { readonly reason: string };

export function load<T>(wasm: () => T): Loaded<T> {
  try {
    return { value: wasm() };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

/** An error in one line. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0]!;

/** What WebAssembly cannot compute in this thread, of what {@link createChooser} was called for so far. */
export function engineFailures(): { readonly name: Primitive; readonly why: string }[] {
  return choosers.flatMap(({ name, failure }) => {
    const why = failure();
    return why === undefined ? [] : [{ name, why }];
  });
}

/** @throws Error that says what was asked where `ok` is false: a module that computes wrongly must never judge anything. */
export function checkAnswer(ok: boolean, what: string): void {
  if (!ok) throw new Error(`it gives a wrong answer: ${what}`);
}

/** Says once a process, its threads included, that a primitive is not computed as it was meant to be. */
export function warnOfFallback(name: Primitive, reason: string): void {
  const missing = missingWebAssembly();
  if (missing === undefined) say(PRIMITIVES.indexOf(name), `anchorlog computes ${name} in plain JavaScript: ${reason}`);
  else say(PRIMITIVES.length, `anchorlog computes in plain JavaScript, many times slower: ${missing}`);
}

/** Says something once; `bit` is what it is known by. */
export function say(bit: number, message: string): void {
  if ((Atomics.or(said, 0, 1 << bit) & (1 << bit)) !== 0) return;
  if (process?.emitWarning === undefined) console.warn(message);
  else process.emitWarning(message, "AnchorlogWarning");
}

/** What was said, by bits, where Node's threads share it. */
const said = sharedWithThreads();

function sharedWithThreads(): Int32Array {
  const threads = process?.getBuiltinModule?.("node:worker_threads");
  if (threads === undefined) return new Int32Array(1);
  const known = threads.isMainThread ? undefined : threads.getEnvironmentData("anchorlog.said");
  const shared = known instanceof SharedArrayBuffer ? known : new SharedArrayBuffer(4);
  threads.setEnvironmentData("anchorlog.said", shared);
  return new Int32Array(shared);
}
