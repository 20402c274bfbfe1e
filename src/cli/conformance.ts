/** `anchorlog conformance`: runs a verifier on cases with known answers (verifiers/README.md). */
import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Hex } from "../base/hex.ts";
import type { Call } from "./command.ts";
import { print, printable } from "./print.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";
import { countOf } from "../base/countOf.ts";

/** A document: its text, or its bytes if they may not be UTF-8. */
type Document = string | { readonly base64: string };
type Trusted = { readonly trust?: string; readonly trustedCheckpoint?: string };

/** One question to a verifier. */
export type Request =
  | ({ readonly command: "verify-bundle"; readonly bundle: Document; readonly receivedAt?: number } & Trusted)
  | ({ readonly command: "verify-checkpoint"; readonly checkpoint: Document } & Trusted)
  | {
      readonly command: "verify-inclusion";
      readonly leaf: Hex;
      readonly index: number;
      readonly size: number;
      readonly root: Hex;
      readonly path: readonly Hex[];
    }
  | {
      readonly command: "verify-consistency";
      readonly oldSize: number;
      readonly oldRoot: Hex;
      readonly newSize: number;
      readonly newRoot: Hex;
      readonly path: readonly Hex[];
    };

export type Answer = { readonly verdict: string; readonly state: string | null; readonly code: string };
export type Case = {
  readonly name: string;
  readonly says: string;
  readonly request: Request;
  readonly expected: Answer;
  /** Spaces to append to the bundle, so that the file is small. */
  readonly spaces?: number;
};
type Verifier = { readonly ask: (request: Request) => Promise<string>; readonly close: () => void };

const CASES = fileURLToPath(new URL("../../verifiers/conformance/", import.meta.url));

/** Returns the exit code: 1 if an answer is wrong, or an expected failure did not fail. */
export async function runConformance({ values, positionals }: Call): Promise<number> {
  const cases = await readCases(CASES);
  const file = values["expected-failures"] as string | undefined;
  const declared = new Set(file === undefined ? [] : (await readFile(file, "utf8")).split("\n").filter(Boolean));
  const unknown = [...declared].find((name) => !cases.some((one) => one.name === name));
  if (unknown !== undefined) throw new UsageError(`${file}: there is no case ${unknown}`);
  const verifier = positionals.length === 0 ? await openOwn() : start(positionals);
  let wrong = 0;
  try {
    for (const { name, request, expected } of cases) {
      const said = await verifier.ask(request);
      const isRight = said === JSON.stringify(expected);
      if (isRight !== declared.has(name)) continue;
      wrong++;
      const how = isRight ? "is right, but declared to fail" : `said ${said}, expected ${JSON.stringify(expected)}`;
      await print(printable(`${name}: ${how}\n`));
    }
  } finally {
    verifier.close();
  }
  const failures = declared.size === 0 ? "" : `, ${declared.size} declared to fail`;
  await print(
    `${countOf(cases.length, "case")}${failures}: ${wrong === 0 ? "all as expected" : `${wrong} not as expected`}\n`,
  );
  return wrong === 0 ? EXIT_CODES.valid : EXIT_CODES.invalid;
}

/** Reads the cases: a folder for each attack, and a case a line. */
async function readCases(folder: string): Promise<Case[]> {
  const found: Case[] = [];
  for (const attack of (await readdir(folder)).sort()) {
    const lines = (await readFile(join(folder, attack, "cases.jsonl"), "utf8")).trimEnd().split("\n");
    for (const line of lines) {
      const { says, request, expected, spaces = 0 } = JSON.parse(line) as Omit<Case, "name">;
      const padded =
        spaces > 0 && request.command === "verify-bundle" && typeof request.bundle === "string"
          ? { ...request, bundle: request.bundle + " ".repeat(spaces) }
          : request;
      found.push({ name: `${attack}: ${says}`, says, request: padded, expected });
    }
  }
  return found;
}

/** This package as a verifier. */
async function openOwn(): Promise<Verifier> {
  const { answer } = await import("./conformanceAnswers.ts");
  return { ask: async (request) => JSON.stringify(await answer(request)), close: () => {} };
}

/** Starts a verifier that reads one request a line and writes one answer a line. */
function start([command, ...args]: readonly string[]): Verifier {
  const child = spawn(command!, args, { stdio: ["pipe", "pipe", "inherit"] });
  const waiting: ((line: string) => void)[] = [];
  const lines: string[] = [];
  let ended: string | undefined;
  const end = (why: string): void => {
    ended ??= why;
    for (const resolve of waiting.splice(0)) resolve(ended);
  };
  createInterface({ input: child.stdout }).on("line", (line) => {
    const next = waiting.shift();
    if (next === undefined) lines.push(line);
    else next(line);
  });
  let failed: UsageError | undefined;
  child.on("error", (error) => {
    failed = new UsageError(`${command} cannot be started: ${error.message}`);
    end("nothing");
  });
  child.on("close", (code, signal) => end(`nothing: the verifier ended with ${code ?? signal}`));
  child.stdin.on("error", () => {});
  return {
    ask: async (request) => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const line = lines.shift() ?? ended ?? (await new Promise<string>((resolve) => void waiting.push(resolve)));
      if (failed !== undefined) throw failed;
      return normalized(line);
    },
    close: () => child.kill(),
  };
}

/** Writes an answer's members in the order in which they are compared; returns other text as it is. */
function normalized(line: string): string {
  try {
    const { verdict, state, code } = JSON.parse(line) as Answer;
    return JSON.stringify({ verdict, state, code });
  } catch {
    return line;
  }
}
