/** Starts the thread whose script is a part of the page. */
import { byId } from "./elements.ts";

type Policy = { createScriptURL(url: string): string };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

/** Returns a function that starts the thread. Call it once: the page may create its policy only once. */
export function threadOfPage(): () => Worker {
  const script = new Blob([byId("thread", HTMLScriptElement).text], { type: "text/javascript" });
  const url = URL.createObjectURL(script);
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  const allowed = trustedTypes?.createPolicy("thread", { createScriptURL: (text) => text }).createScriptURL(url) ?? url;
  return () => new Worker(allowed);
}
