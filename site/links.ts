/** The links of a built site. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns a line for each link or anchor of a folder of pages that leads nowhere inside it, and for each id that a page has twice. */
export function brokenLinksOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const files = new Set(names);
  const pages = names
    .filter((name) => name.endsWith(".html"))
    .map((name) => {
      const html = readFileSync(join(folder, name), "utf8");
      const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id!);
      const links = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => link!.replaceAll("&amp;", "&"));
      return { name, ids, links };
    });
  const anchors = new Map(pages.map(({ name, ids }) => [name, new Set(ids)]));
  return pages.flatMap(({ name, ids, links }) => {
    const twice = ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `${name}: two elements have the id ${id}`);
    const broken = links.filter((link) => {
      const base = `http://site.invalid/${name}`;
      const { protocol, host, pathname, hash } = new URL(link, base);
      if (!/^https?:$/.test(protocol) || host !== "site.invalid") return false;
      const path = decodeURIComponent(pathname).slice(1);
      const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
      if (!files.has(file)) return true;
      return hash.length > 1 && !anchors.get(file)?.has(decodeURIComponent(hash.slice(1)));
    });
    return [...twice, ...new Set(broken.map((link) => `${name}: ${link}`))];
  });
}
