/** Says in words what an action does. */

/** Longer contents of requests are shown only by their size. */
const SHOWN_CONTENT = 1 << 14;

/**
 * Returns an action in words, as in "Transfer of seat-12 to 0x…". It knows the members that the server's kinds and
 * commands have: `objectId` or `id`, and `holder` or `to`.
 */
export function deedOf(name: string, members: Readonly<Record<string, unknown>>): string {
  const words = name.replaceAll("_", " ").replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");
  const object = textIn(members, "objectId", "id");
  const to = textIn(members, "holder", "to");
  const parts = [
    words.slice(0, 1).toUpperCase() + words.slice(1).toLowerCase(),
    ...(object === undefined ? [] : [`of ${object}`]),
    ...(to === undefined || /^0x0+$/.test(to) ? [] : [`to ${to}`]),
  ];
  return parts.join(" ");
}

/** Reads the actions in a signed request's content: `{"action": {NAME: {…}}}`, or a list of them as `actions`. */
export function deedsIn(content: Uint8Array): string[] {
  let body: { readonly action?: unknown; readonly actions?: unknown };
  try {
    body = Object(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content)));
  } catch {
    return [];
  }
  const actions = Array.isArray(body.actions) ? body.actions : [body.action];
  return actions.flatMap((action: unknown) =>
    typeof action === "object" && action !== null
      ? Object.entries(action).map(([name, members]) => deedOf(name, Object(members)))
      : [],
  );
}

/** Returns a content as text; its size if it is long or not text. */
export function contentText(content: Uint8Array): string {
  try {
    if (content.length <= SHOWN_CONTENT) return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    // Not text.
  }
  return `${content.length} bytes`;
}

function textIn(members: Readonly<Record<string, unknown>>, ...names: readonly string[]): string | undefined {
  return names.map((name) => members[name]).find((value) => typeof value === "string");
}
