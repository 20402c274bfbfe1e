/** The shapes of calls: what an operation takes and answers, by its path. */
import type { MaybeOptionalInit, ParseAs, ParseAsResponse } from "openapi-fetch";
import type { HttpMethod, PathsWithMethod, RequiredKeysOf, SuccessResponse } from "openapi-typescript-helpers";
import type { SentAction } from "anchorlog/http";
import type { components, paths } from "./generated/api.ts";

export type Schemas = components["schemas"];

/** What is sent besides what the operation takes. */
export type Extra = {
  /**
   * What `sentAction` said of an earlier call of the same content, or of the typed action: it is sent again, and nothing is
   * signed anew. Its receipt may be as old as its signature.
   */
  readonly repeat?: SentAction | undefined;
};

/** What an operation came to; `response` has been read. */
export type Answer<T> = { readonly data: T; readonly response: Response };

type Init<P extends keyof paths, M extends HttpMethod> = MaybeOptionalInit<paths[P], M & keyof paths[P]>;
/** Of no one path, as where it is none of the API's, nothing is asked for: the path is at fault. */
type Given<P extends keyof paths, I, All> =
  RequiredKeysOf<I> extends never ? [init?: All] : [P] extends [Intersection<P>] ? [init: All] : [init?: All];
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/** Calls an operation. @throws PlatformError, and what `checkReceipt` of `anchorlog/receipt` throws. */
export type Call<M extends HttpMethod> = <P extends PathsWithMethod<paths, M>, A extends ParseAs = "json">(
  path: P,
  ...init: Given<P, Init<P, M>, Init<P, M> & Extra & { readonly parseAs?: A }>
) => Promise<Answer<ParseAsResponse<AnswerTo<P, M>, { parseAs: A }>>>;

/** What an operation answers a program with, by its path; GET by default. */
export type AnswerTo<P extends keyof paths, M extends HttpMethod = "get"> = JsonOf<
  ResponsesOf<paths[P][M & keyof paths[P]]>
>;
/** JSON, where there is a page for browsers as well. */
type JsonOf<R extends Record<number, unknown>> = [SuccessResponse<R, "application/json">] extends [never]
  ? SuccessResponse<R>
  : SuccessResponse<R, "application/json">;
type ResponsesOf<O> = O extends { responses: infer R extends Record<number, unknown> } ? R : never;

type Page<T> = { readonly items: readonly T[]; readonly next: string | null };
/** Lists, which come in pages. */
export type Lists = {
  [P in PathsWithMethod<paths, "get">]: AnswerTo<P> extends Page<unknown> ? P : never;
}[PathsWithMethod<paths, "get">];
export type ItemOf<P extends Lists> = AnswerTo<P> extends Page<infer T> ? T : never;
export type ListOptions<P extends Lists> = Init<P, "get">;
