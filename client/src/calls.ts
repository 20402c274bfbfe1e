/** The types of calls: the input and result of each operation, by path. */
import type { MaybeOptionalInit, ParseAs, ParseAsResponse } from "openapi-fetch";
import type { HttpMethod, PathsWithMethod, RequiredKeysOf, SuccessResponse } from "openapi-typescript-helpers";
import type { SentAction } from "anchorlog/http";
import type { components, paths } from "./generated/api.ts";

export type Schemas = components["schemas"];

/** Options beside the operation's own. */
export type Extra = {
  /**
   * The result of `sentAction` for an earlier call with the same content, or for the typed action. The same action is
   * sent again without a new signature. Its receipt may be as old as its signature.
   */
  readonly repeat?: SentAction | undefined;
};

/** The result of an operation. The body of `response` has already been read. */
export type CallResult<T> = { readonly data: T; readonly response: Response };

type Init<P extends keyof paths, M extends HttpMethod> = MaybeOptionalInit<paths[P], M & keyof paths[P]>;
/** If the path is a union or unknown, the options are optional, so that the compiler reports the path. */
type InitArguments<P extends keyof paths, I, All> =
  RequiredKeysOf<I> extends never ? [init?: All] : [P] extends [Intersection<P>] ? [init: All] : [init?: All];
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/** Calls an operation. @throws PlatformError, and the errors of `checkReceipt` of `anchorlog/log/receipt`. */
export type Call<M extends HttpMethod> = <P extends PathsWithMethod<paths, M>, A extends ParseAs = "json">(
  path: P,
  ...init: InitArguments<P, Init<P, M>, Init<P, M> & Extra & { readonly parseAs?: A }>
) => Promise<CallResult<ParseAsResponse<AnswerTo<P, M>, { parseAs: A }>>>;

/** The JSON result of an operation, by path; GET by default. */
export type AnswerTo<P extends keyof paths, M extends HttpMethod = "get"> = JsonOf<
  ResponsesOf<paths[P][M & keyof paths[P]]>
>;
/** The JSON type, also if the operation has an HTML page as well. */
type JsonOf<R extends Record<number, unknown>> = [SuccessResponse<R, "application/json">] extends [never]
  ? SuccessResponse<R>
  : SuccessResponse<R, "application/json">;
type ResponsesOf<O> = O extends { responses: infer R extends Record<number, unknown> } ? R : never;

type Page<T> = { readonly items: readonly T[]; readonly next: string | null };
/** Operations that return pages of a list. */
export type Lists = {
  [P in PathsWithMethod<paths, "get">]: AnswerTo<P> extends Page<unknown> ? P : never;
}[PathsWithMethod<paths, "get">];
export type ItemOf<P extends Lists> = AnswerTo<P> extends Page<infer T> ? T : never;
export type ListOptions<P extends Lists> = Init<P, "get">;
