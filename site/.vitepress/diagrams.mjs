import { renderMermaidSVG } from "beautiful-mermaid";

/** Draws blocks of Mermaid while the site is built. Their colours are the theme's, so they follow light and dark. */
export function diagrams(md) {
  const fence = md.renderer.rules.fence;
  let count = 0;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    if (info.trim() !== "mermaid") return fence(tokens, index, ...rest);
    const svg = renderMermaidSVG(content, { bg: "var(--vp-c-bg)", fg: "var(--vp-c-text-1)", transparent: true });
    return `<div v-pre class="diagram">${ownIds(svg, `d${++count}-`)}</div>`;
  };
}

/** The drawing's ids, made unique on the page, and its style without a font from the network. */
function ownIds(svg, prefix) {
  return svg
    .replaceAll(/@import url\([^)]*\);/g, "")
    .replaceAll(/\bid="([^"]+)"/g, `id="${prefix}$1"`)
    .replaceAll(/url\(#([^)]+)\)/g, `url(#${prefix}$1)`);
}
