/** Chooses what computes the primitives: our own WebAssembly, or JavaScript. One choice for all of them. */
import { AnchorlogError } from "../base/errors.ts";
import { load, type Loaded } from "./load.ts";
import { missingWebAssembly } from "./webassembly.ts";

/** Our own WebAssembly; or JavaScript, many times slower: noble's, or our own bigints if noble lacks the primitive. */
export type EngineName = "wasm" | "javascript";

/** `auto` is WebAssembly, and JavaScript for each primitive whose module does not load or computes wrongly. */
export type EngineChoice = "auto" | EngineName;

/** A computation that has two engines. `prover` makes Groth16 proofs, `pairing` verifies them. */
export type Primitive = (typeof PRIMITIVES)[number];
const PRIMITIVES = ["keccak256", "secp256k1", "sha256", "poseidon", "pairing", "prover"] as const;

/** The engine of a primitive in this thread, and the reason for it. */
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
// Browsers have no `process`.
const { process } = globalThis as { process?: NodeProcess };

let chosen: EngineChoice | undefined;
let revision = 0;

/** Sets the choice of this thread, and of the threads that it starts from now on. */
export function setEngineChoice(choice: EngineChoice | undefined): void {
  chosen = choice;
  revision++;
}

/**
 * Returns the choice of this thread: the one that was set, else ANCHORLOG_ENGINE, else `auto`.
 *
 * @throws AnchorlogError `unknown_engine` if ANCHORLOG_ENGINE is not an engine.
 */
export function engineChoice(): EngineChoice {
  return checkChoice(chosen ?? variable() ?? "auto", chosen === undefined ? VARIABLE : "the engine");
}

/** @throws AnchorlogError `unknown_engine` if `choice` is not an engine. */
export function checkChoice(choice: string, name: string): EngineChoice {
  if (CHOICES.includes(choice)) return choice as EngineChoice;
  throw new AnchorlogError("unknown_engine", `${name} is ${JSON.stringify(choice)}`, {
    fix: `set it to one of ${CHOICES.join(", ")}, or not at all`,
  });
}

/** Returns where the choice was made. */
export function whyChosen(): string {
  return chosen === undefined && variable() !== undefined ? `chosen by ${VARIABLE}` : "chosen by useEngine";
}

/** Returns the environment of new threads, so that they choose as this one. */
export function engineEnvironment(): Readonly<Record<string, string>> {
  return chosen === undefined ? {} : { [VARIABLE]: chosen };
}

const variable = (): string | undefined => process?.env?.[VARIABLE] || undefined;

/** As `engineChoice`, but warns and returns `auto` if the choice is wrong: a caller could take an error for a verdict. */
function choiceOrAuto(): EngineChoice {
  try {
    return engineChoice();
  } catch (error) {
    say(PRIMITIVES.length + 1, (error as Error).message.replaceAll("\n", " "));
    return "auto";
  }
}

/** The two implementations of a primitive. */
export type Chooser<T> = {
  /** Returns the chosen implementation, loaded at the first call. Never throws: it falls back, and warns once a process. */
  readonly get: () => T;
  /** Returns the chosen engine, and the reason for it. */
  readonly use: () => EngineUse;
};

const choosers: { readonly name: Primitive; readonly failure: () => string | undefined }[] = [];

/**
 * Makes the choice for a primitive that loads at once.
 *
 * @param wasm instantiates the module and checks known answers; throws if it cannot be used.
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

/** The reason that is given if WebAssembly computes. */
export const WHY_WASM = "its module gives the known answers";

/** Lists the primitives that WebAssembly cannot compute in this thread. {@link createChooser} registers each. */
export function engineFailures(): { readonly name: Primitive; readonly why: string }[] {
  const failures = choosers.flatMap(({ name, failure }) => {
    const why = failure();
    return why === undefined ? [] : [[name, { name, why }] as const];
  });
  // The prover has a chooser for each part.
  return [...new Map(failures).values()];
}

/** @throws Error naming the question if `ok` is false: a module that computes wrongly must never judge anything. */
export function checkAnswer(ok: boolean, what: string): void {
  if (!ok) throw new Error(`it gives a wrong answer: ${what}`);
}

/** Warns once a process, threads included, that JavaScript computes a primitive. */
export function warnOfFallback(name: Primitive, reason: string): void {
  const missing = missingWebAssembly();
  if (missing === undefined) say(PRIMITIVES.indexOf(name), `anchorlog computes ${name} in plain JavaScript: ${reason}`);
  else say(PRIMITIVES.length, `anchorlog computes in plain JavaScript, many times slower: ${missing}`);
}

/** Warns once a process, threads included, that every signature is recovered. */
export function warnOfTables(reason: string): void {
  say(PRIMITIVES.length + 2, `anchorlog recovers every signature, which takes longer than tables of keys: ${reason}`);
}

/** Warns once for each `bit`. */
export function say(bit: number, message: string): void {
  if ((Atomics.or(said, 0, 1 << bit) & (1 << bit)) !== 0) return;
  if (process?.emitWarning === undefined) console.warn(message);
  else process.emitWarning(message, "AnchorlogWarning");
}

/** The warnings that were given, as bits. Node's threads share them. */
const said = sharedWithThreads();

function sharedWithThreads(): Int32Array {
  const threads = process?.getBuiltinModule?.("node:worker_threads");
  if (threads === undefined) return new Int32Array(1);
  const known = threads.isMainThread ? undefined : threads.getEnvironmentData("anchorlog.said");
  const shared = known instanceof SharedArrayBuffer ? known : new SharedArrayBuffer(4);
  threads.setEnvironmentData("anchorlog.said", shared);
  return new Int32Array(shared);
}
