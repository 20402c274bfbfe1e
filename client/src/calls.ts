/** The shapes of calls: what an operation takes and answers, by its path. */
import type { MaybeOptionalInit, ParseAsResponse } from "openapi-fetch";
import type { HttpMethod, PathsWithMethod, RequiredKeysOf, SuccessResponse } from "openapi-typescript-helpers";
import type { SentAction } from "anchorlog/http";
import type { components, paths } from "./generated/api.ts";

export type Schemas = components["schemas"];

/** What is sent besides what the operation takes. */
export type Extra = {
  /** What `sentAction` said of an earlier call of the same content: it is sent again, and nothing is signed anew. */
  readonly repeat?: SentAction | undefined;
};

/** What an operation came to; `response` has been read. */
export type Answer<T> = { readonly data: T; readonly response: Response };

type Init<P extends keyof paths, M extends HttpMethod> = MaybeOptionalInit<paths[P], M & keyof paths[P]>;
type Given<I> = RequiredKeysOf<I> extends never ? [init?: I & Extra] : [init: I & Extra];

/** Calls an operation. @throws PlatformError, and what `checkReceipt` of `anchorlog/receipt` throws. */
export type Call<M extends HttpMethod> = <P extends PathsWithMethod<paths, M>, I extends Init<P, M>>(
  path: P,
  ...init: Given<I>
) => Promise<Answer<ParseAsResponse<AnswerTo<P, M>, I>>>;

/** What an operation answers with, by its path; GET by default. */
export type AnswerTo<P extends keyof paths, M extends HttpMethod = "get"> = SuccessResponse<
  ResponsesOf<paths[P][M & keyof paths[P]]>
>;
type ResponsesOf<O> = O extends { responses: infer R extends Record<number, unknown> } ? R : never;

type Page<T> = { readonly items: readonly T[]; readonly next: string | null };
/** Lists, which come in pages. */
export type Lists = {
  [P in PathsWithMethod<paths, "get">]: AnswerTo<P> extends Page<unknown> ? P : never;
}[PathsWithMethod<paths, "get">];
export type ItemOf<P extends Lists> = AnswerTo<P> extends Page<infer T> ? T : never;
export type ListOptions<P extends Lists> = Init<P, "get">;
