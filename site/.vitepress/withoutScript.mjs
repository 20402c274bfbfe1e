import { readFileSync } from "node:fs";

const THEME = new URL("../node_modules/vitepress/dist/client/theme-default/styles/vars.css", import.meta.url);

/**
 * Returns the style of a browser without script, which has no button for the menu and none for the dark colours. The
 * menu is below the page on narrow windows, and the colours are those that the reader's system prefers.
 */
export function withoutScript() {
  const dark = [...readFileSync(THEME, "utf8").matchAll(/^\.dark \{([^}]*)\}/gm)].map(([, block]) => block).join("");
  if (!dark.includes("--vp-c-bg:")) throw new Error(`${THEME.pathname} has no dark colours`);
  return `<style>
.VPNav :is(button, .VPNavBarSearch), .VPLocalNav, .vp-doc [class*="language-"] > button.copy { display: none !important; }
@media (max-width: 959px) {
  .Layout { display: flex !important; flex-direction: column; }
  .VPSidebar { position: static !important; order: 2; max-width: none !important; width: 100% !important;
    opacity: 1 !important; visibility: visible !important; transform: none !important; box-shadow: none !important; }
}
@media (prefers-color-scheme: dark) {
  :root { color-scheme: dark; ${dark} }
  .vp-code span { color: var(--shiki-dark, inherit) !important; }
}
</style>`.replaceAll(/\s+/g, " ");
}
