import type { IncomingMessage, ServerResponse } from "node:http";
import { listen } from "../listening.ts";

export type Question = { readonly method: string; readonly params: readonly unknown[] };
export type Answer = {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};
/** A rule for a question. `silence` holds the connection open, `hang up` ends it. */
export type Rule = (
  question: Question,
  forward: (question: Question) => Promise<Answer>,
) => Promise<Answer | "silence" | "hang up" | "nonsense">;

/** A real node behind a proxy that applies a rule to its JSON-RPC. */
export type FaultyNode = {
  readonly url: string;
  /** By default everything is passed on. */
  rule: Rule | undefined;
  /** How often each method was asked. */
  readonly asked: ReadonlyMap<string, number>;
  close(): Promise<void>;
};

/** @param onQuestion called with each question before the rule is applied. */
export async function startFaultyNode(
  target: string,
  onQuestion: (question: Question) => void = () => {},
): Promise<FaultyNode> {
  const asked = new Map<string, number>();
  const forward = async ({ method, params }: Question): Promise<Answer> => {
    const response = await fetch(target, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as Answer;
    return error === undefined ? { result } : { error };
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as Question & { id: number };
    asked.set(method, (asked.get(method) ?? 0) + 1);
    onQuestion({ method, params });
    const answer = await (node.rule ?? ((question) => forward(question)))({ method, params }, forward);
    if (answer === "silence") return;
    if (answer === "hang up") return void request.socket.destroy();
    response.setHeader("content-type", "application/json");
    response.end(answer === "nonsense" ? '{"jsonrpc":"2.0","resu' : JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  };
  const { url, close } = await listen((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  const node: FaultyNode = { url, rule: undefined, asked, close };
  return node;
}
