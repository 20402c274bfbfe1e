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
