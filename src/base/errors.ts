import { toJson } from "./jsonable.ts";
import type { ErrorCode } from "./errors/codes.ts";

export type { ErrorCode } from "./errors/codes.ts";

/** Separates a message from its remedy. */
export const REMEDY = "\nTo fix it: ";

/**
 * The base of every error this package throws on purpose. A *verdict* about foreign evidence is a
 * value, never a thrown error; errors are for misuse, broken configuration and failed systems.
 *
 * @example
 * try {
 *   return await anchorlog.bundle({ log: "acme", index: 7 })
 * } catch (error) {
 *   if (error instanceof AnchorlogError && error.code === "no_entry") return undefined
 *   throw error // its message ends with the remedy
 * }
 */
export class AnchorlogError extends Error {
  /** Stable, machine-readable name of what went wrong: docs/ERRORS.md has all of them. */
  readonly code: ErrorCode;
  /** The remedy, for the caller. */
  readonly fix: string | undefined;
  /** Values for programs, by the names that the code's table lists. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      fix?: string | undefined;
      cause?: unknown;
      details?: Readonly<Record<string, unknown>> | undefined;
    } = {},
  ) {
    super(options.fix === undefined ? message : `${message}${REMEDY}${options.fix}`, {
      cause: options.cause,
    });
    this.name = "AnchorlogError";
    this.code = code;
    this.fix = options.fix;
    this.details = options.details;
  }

  /** Returns the error as JSON: with the message, without the cause. */
  toJSON(): unknown {
    const { name, code, message, details } = this;
    return toJson({ name, code, message, details });
  }
}

/** An error in a form that can be sent between threads. */
export type ErrorText = Pick<AnchorlogError, "code" | "message" | "fix" | "details">;

/** @param otherwise the code of an error that has none. */
export function describeError(error: unknown, otherwise: ErrorCode): ErrorText {
  const { code, fix, details } =
    error instanceof AnchorlogError ? error : { code: otherwise, fix: undefined, details: undefined };
  return { code, message: withoutRemedy(error), fix, details };
}

export const errorOf = ({ code, message, ...rest }: ErrorText): AnchorlogError =>
  new AnchorlogError(code, message, rest);

/** The message of what was thrown, which may be any value, without its remedy. */
export const withoutRemedy = (error: unknown): string => messageOf(error).split(REMEDY)[0]!;

/** The message of what was thrown, which may be any value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The first line of the message of what was thrown, which may be any value. */
export const reasonOf = (error: unknown): string => messageOf(error).split("\n")[0]!;
