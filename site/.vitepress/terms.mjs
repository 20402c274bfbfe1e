import { anchorOf } from "../documents.ts";

/** Gives each item of a list that begins with a code or a bold word its own anchor: `errors.html#nonce_used`. */
export function terms(md) {
  md.core.ruler.push("terms", ({ tokens, env }) => {
    if (env.frontmatter?.terms !== true) return;
    for (const [i, token] of tokens.entries()) {
      if (token.type !== "list_item_open") continue;
      const [first, second] = (tokens[i + 2]?.children ?? []).filter(({ content, type }) => type !== "text" || content);
      const term = first?.type === "code_inline" ? first : first?.type === "strong_open" ? second : undefined;
      if (term !== undefined) token.attrSet("id", anchorOf(term.content));
    }
  });
}

/** Renders a page for the search, which finds headings: there, each term with an anchor is a heading. */
export const searchable = (source, env, md) =>
  md
    .render(source, env)
    .replaceAll(
      /<li id="([^"]+)"><(code|strong)[^>]*>([^<]*)<\/\2>/g,
      '<li><h3>$3<a href="#$1">&ZeroWidthSpace;</a></h3>',
    );
