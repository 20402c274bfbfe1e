/**
 * The element `<anchorlog-proof src="bundle.json">`: verifies a bundle when its visitor asks, and shows the state of its
 * entry. Attributes: `src`, the address of the bundle; `node`, a node's JSON-RPC; `trust`, the address of a trust file.
 *
 * @module
 */
import { parseTrust } from "../verify/trust.ts";
import { deedOf } from "./deed.ts";
import { element } from "./elements.ts";
import { visible } from "./facts.ts";
import { MAX_BYTES } from "./input.ts";
import { judge } from "./judge.ts";
import { headline } from "./words.ts";

class AnchorlogProof extends HTMLElement {
  connectedCallback(): void {
    const button = element("button", "", "Verify");
    button.type = "button";
    const state = element("span", "");
    state.setAttribute("role", "status");
    // An address fits into a narrow column.
    state.style.overflowWrap = "anywhere";
    button.addEventListener("click", () => void this.#verify(button, state));
    this.replaceChildren(button, " ", state);
  }

  async #verify(button: HTMLButtonElement, state: HTMLElement): Promise<void> {
    button.disabled = true;
    state.textContent = "Verifying …";
    try {
      state.textContent = await this.#judge();
    } catch (error) {
      this.dataset["verdict"] = this.dataset["state"] = "none";
      state.textContent = `No verdict: ${(error as Error).message}`;
    } finally {
      button.disabled = false;
    }
  }

  async #judge(): Promise<string> {
    const trust = this.getAttribute("trust");
    const operator = trust === null ? undefined : parseTrust(new TextDecoder().decode(await load(trust)));
    const bundle = await load(this.getAttribute("src") ?? "");
    const judged = await judge({ bundle, operator, node: this.getAttribute("node") ?? undefined });
    const { title, text } = headline(judged);
    // Pages can style each verdict and state: anchorlog-proof[data-state="final"].
    this.dataset["verdict"] = judged.verdict.verdict;
    this.dataset["state"] = judged.verdict.state ?? "none";
    const { facts } = judged;
    if (facts === undefined || judged.verdict.verdict !== "valid") return `${title}. ${text}`;
    const deed = deedOf(facts.kind, Object.fromEntries(facts.fields.map(({ name, value }) => [name, value])));
    return visible(`${title}: ${deed}. ${text}`);
  }
}

async function load(url: string): Promise<Uint8Array> {
  const response = await fetch(new URL(url, document.baseURI));
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > MAX_BYTES) throw new Error(`${url} has over ${MAX_BYTES} bytes`);
  return bytes;
}

customElements.define("anchorlog-proof", AnchorlogProof);
