import { readFileSync } from "node:fs";
import { SITE } from "../../src/cli/site.ts";
import { anchorOf } from "../documents.ts";
import { MAP } from "../map.ts";
import { referencePages } from "../reference.ts";
import { diagrams } from "./diagrams.mjs";
import { searchable, terms } from "./terms.mjs";
import { withoutScript } from "./withoutScript.mjs";

const sidebar = MAP.map(({ title, pages }) => ({
  text: title,
  items: (title === "Reference" ? [...pages, ...referencePages] : pages).map(({ title: text, route }) => ({
    text,
    link: `/${route.replace(/(^|\/)index$/, "$1")}`,
  })),
}));

/** Codes such as `nonce_used` are one word. Pages come before the reference, whose sections are many and short. */
const miniSearch = {
  options: { tokenize: (text) => text.split(/[^\p{L}\p{N}_]+/u) },
  searchOptions: { combineWith: "AND", boostDocument: (id) => (id.startsWith("/reference/") ? 0.2 : 1) },
};

export default {
  title: "anchorlog",
  description: JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).description,
  lang: "en",
  ...(SITE !== "" && { base: new URL(SITE).pathname, sitemap: { hostname: SITE } }),
  srcDir: "cache/pages",
  outDir: "dist",
  cleanUrls: false,
  // Pages are readable, and the menu works, without script.
  head: [
    ["noscript", {}, withoutScript()],
    ["link", { rel: "icon", href: "data:," }],
  ],
  markdown: {
    // The documents have no HTML, no attributes and no emoji: `<`, `{` and `:` mean themselves.
    html: false,
    linkify: false,
    attrs: { disable: true },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: anchorOf },
    config: (md) => {
      md.disable("emoji", true);
      md.use(diagrams).use(terms);
      // Indented code scrolls, also by keys.
      const block = md.renderer.rules.code_block;
      md.renderer.rules.code_block = (tokens, index, ...rest) => {
        tokens[index].attrSet("tabindex", "0");
        tokens[index].attrSet("v-pre", "");
        return block(tokens, index, ...rest);
      };
    },
  },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: "local", options: { miniSearch, _render: searchable } },
    docFooter: { prev: "Before", next: "Next" },
  },
};
