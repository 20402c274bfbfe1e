/** Splits a request target, which may be a whole URL, into its path and the rest, both unchanged. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const [, path = "", query = ""] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(.*)$/is.exec(target)!;
  return { path, query };
}
