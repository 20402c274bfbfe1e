import { readFileSync } from "node:fs";
import { anchorOf } from "../documents.ts";
import { MAP } from "../map.ts";
import { diagrams } from "./diagrams.mjs";
import { terms } from "./terms.mjs";
import { withoutScript } from "./withoutScript.mjs";

const sidebar = MAP.map(({ title, pages }) => ({
  text: title,
  items: pages.map(({ title: text, route }) => ({ text, link: `/${route === "index" ? "" : route}` })),
}));

export default {
  title: "anchorlog",
  description: JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).description,
  lang: "en",
  srcDir: "cache/pages",
  outDir: "dist",
  cleanUrls: false,
  // Pages are readable, and the menu works, without script.
  head: [["noscript", {}, withoutScript()]],
  markdown: {
    // The documents have no HTML, no attributes and no emoji: `<`, `{` and `:` mean themselves.
    html: false,
    linkify: false,
    attrs: { disable: true },
    anchor: { slugify: anchorOf },
    config: (md) => {
      md.disable("emoji", true);
      md.use(diagrams).use(terms);
    },
  },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
    docFooter: { prev: "Before", next: "Next" },
  },
};
