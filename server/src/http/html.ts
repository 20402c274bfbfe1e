/** HTML pages of the server, without scripts and external resources. */
import { createHash } from "node:crypto";

const STYLE = `
:root { color-scheme: light dark; --soft: #566270; --line: #d9dee5; --good: #0f6b3c; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --soft: #9dabba; --line: #2e3946; --good: #5bd196; --bad: #ff8a80; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.1rem; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0.75rem 1.5rem; margin: 0; }
dt, th, small { color: var(--soft); font-size: 0.875rem; font-weight: normal; }
dd { margin: 0; }
pre { font: inherit; white-space: pre-wrap; margin: 0.25rem 0; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 0.35rem 1rem 0.35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td { min-width: 5rem; }
@media print { a { display: none; } }
`;

/** Allows the page nothing except its own style. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const HTML_HEADERS = {
  "content-security-policy": POLICY,
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};

/** @param again seconds after which the page reloads itself; never if absent. */
export function htmlOf({
  title,
  again,
  body,
}: {
  readonly title: string;
  readonly again?: number;
  readonly body: string;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${again === undefined ? "" : `<meta http-equiv="refresh" content="${again}">\n`}<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for an element or a double-quoted attribute. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!);
