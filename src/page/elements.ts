/** Creates elements of the page. Strings are inserted as text, never as HTML. */
import { visible } from "./facts.ts";

type Child = Node | string;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== "") made.className = className;
  made.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
  return made;
}

/** Finds an element of the served HTML. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} ${id}`);
}

export type Row = { readonly name: string; readonly under?: string; readonly value: Child; readonly note?: string };

/** A definition list of names and values, with optional remarks on each. */
export function list(...rows: readonly Row[]): HTMLDListElement {
  const small = (text: string): Child[] => (text === "" ? [] : [element("small", "", text)]);
  const shown = rows.map(({ name, under = "", value, note = "" }) =>
    element(
      "div",
      "",
      element("dt", "", name, ...small(under)),
      element("dd", "", value),
      ...small(note).map((text) => element("dd", "", text)),
    ),
  );
  return element("dl", "", ...shown);
}

export const code = (text: string): HTMLElement => element("code", "", text);
