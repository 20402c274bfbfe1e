import { renderMermaidSVG } from "beautiful-mermaid";

// Narrow enough for a phone.
const OPTIONS = { transparent: true, padding: 8, nodeSpacing: 16, layerSpacing: 28 };

/** Draws blocks of Mermaid while the site is built. Their colours are in theme/style.css, so they follow light and dark. */
export function diagrams(md) {
  const fence = md.renderer.rules.fence;
  let count = 0;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    if (info.trim() !== "mermaid") return fence(tokens, index, ...rest);
    return `<div v-pre class="diagram">${plain(renderMermaidSVG(content, OPTIONS), `d${++count}-`)}</div>\n`;
  };
}

/** Returns a drawing without its style, which names a font in the network, and with ids of its own. */
function plain(svg, prefix) {
  return svg
    .replace(/<style>[\s\S]*?<\/style>/, "")
    .replace(/ style="[^"]*"/, "")
    .replaceAll(/>\s+</g, "><")
    .replaceAll(/ id="([^"]+)"/g, ` id="${prefix}$1"`)
    .replaceAll(/url\(#([^)]+)\)/g, `url(#${prefix}$1)`);
}
