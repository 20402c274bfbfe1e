/** The path of a request's target, which may be a whole URL, and what follows it, as they were sent. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const [, path = "", query = ""] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(.*)$/is.exec(target)!;
  return { path, query };
}
