/** The actions of a visitor of the page. */
import type { Page } from "../browser.ts";

/** The text of a part of the page, in one line; empty if there is no such part. */
export const textOf = (page: Page, part: string): Promise<string> =>
  page.evaluate(`(document.querySelector(${JSON.stringify(part)})?.innerText ?? "").replaceAll(/\\s+/g, " ").trim()`);

/** The shown verdict, once there is one. */
export const verdictOf = (page: Page): Promise<string> => textOf(page, "#result:not([aria-busy=true]) .verdict");

/** Chooses a file. */
export const chooseFile = (page: Page, content: string): Promise<void> =>
  page.evaluate(`(() => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([${JSON.stringify(content)}], "file"));
    const input = document.getElementById("files");
    input.files = chosen.files;
    input.dispatchEvent(new Event("change"));
  })()`);

/** Writes into a field of the page, and sends its form. */
export const fill = (page: Page, field: string, value: string): Promise<void> =>
  page.evaluate(`(() => {
    const input = document.getElementById(${JSON.stringify(field)});
    input.value = ${JSON.stringify(value)};
    input.form.requestSubmit();
  })()`);
