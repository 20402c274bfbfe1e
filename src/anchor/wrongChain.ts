import { AnchorlogError } from "../errors.ts";

/** Says that a node is of another chain than was configured: both ids, which node it is, and what to do. */
export function wrongChain(configured: number, answered: number, client: unknown, index = 0): AnchorlogError {
  const { message, fix, details } = describeWrongChain(configured, answered, client, index);
  return new AnchorlogError("wrong_chain", message, { fix, details });
}

/** The same in parts. Of the URL only the host is named: the rest may be a secret. */
export function describeWrongChain(configured: number, answered: number, client: unknown, index = 0) {
  const { url } = Object((Object(client) as { transport?: unknown }).transport) as { readonly url?: unknown };
  const host = typeof url === "string" && URL.canParse(url) ? ` (${new URL(url).host})` : "";
  return {
    message: `chain ${configured} is configured, and endpoint ${index}${host} answers that it is of chain ${answered}`,
    fix: `give a node of chain ${configured} there, or configure chain ${answered} where that is the one that is meant`,
    details: { configured, answered, endpoint: index },
  };
}
