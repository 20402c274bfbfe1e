/** Renders a verdict and its reasons. */
import { code, element, list, type Row } from "./elements.ts";
import { contentText, deedOf, deedsIn } from "./deed.ts";
import { isCalled, timeOf, type Content, type Facts } from "./facts.ts";
import type { PageVerdict } from "./judge.ts";
import { claimOf } from "../proof/claim.ts";
import { checksOfProof, otherHeadline, type OtherVerdict } from "./other.ts";
import {
  checksOf,
  headline,
  ownerOf,
  standing,
  STATES,
  trusted,
  type Check,
  type Headline,
  type Server,
} from "./words.ts";

const LABELS = { valid: "Valid", indeterminate: "Not known", invalid: "Invalid", none: "No verdict" } as const;

/** The verdict and the operator of the proof. @param asked the action ID in the page's address. */
export function showVerdict(judged: PageVerdict, asked: string | undefined, server: Server): HTMLElement[] {
  const { facts, verdict } = judged;
  const said = saidBy(verdict);
  if (facts === undefined) return [showHeadline(headline(judged), element("p", "said", said))];
  const whose = element("p", "whose", ownerOf(facts, server));
  const card = showHeadline(headline(judged), whose, element("p", "said", said));
  card.append(showStates(judged));
  if (asked === undefined || isCalled(asked, facts)) return [card];
  return [card, element("p", "notice", `This is not the action ${asked} of the page's address, but another one.`)];
}

const saidBy = ({ verdict, code: reason, state, message }: OtherVerdict["verdict"] | PageVerdict["verdict"]): string =>
  `${verdict}, ${reason === "ok" ? (state ?? reason) : reason}: ${message}`;

/** The details behind the verdict. @param now in Unix milliseconds. */
export function showDetails(
  judged: PageVerdict,
  facts: Facts,
  content: Content | undefined,
  now: number,
): HTMLElement[] {
  return [
    showAction(judged, facts, content),
    showChecks(checksOf(judged, facts)),
    ...showObject(facts),
    showTrust(judged, facts, now),
  ];
}

/** The verdict on a document other than a bundle, and the claim of a proof. */
export function showOther(judged: OtherVerdict): { readonly verdict: HTMLElement[]; readonly details: HTMLElement[] } {
  const { verdict, proof } = judged;
  const card = showHeadline(otherHeadline(judged), element("p", "said", saidBy(verdict)));
  if (proof === undefined) return { verdict: [card], details: [] };
  card.append(showStates(judged));
  const { lead, rows } = claimOf(proof);
  const { address, chainId, registry } = proof.operator;
  const about = { Operator: address, Log: proof.log, Chain: chainId, Registry: registry };
  const coded = (name: string, value: string): Row => ({ name, value: code(value) });
  const title = verdict.verdict === "valid" ? "The claim" : "The claim, if this proof is valid";
  const claim = element("section", "card", element("h2", "", title), element("p", "lead", lead));
  claim.append(
    list(...rows.map(({ name, value }) => coded(name, value))),
    element("h3", "", "About whom"),
    list(...Object.entries(about).map(([name, value]) => coded(name, value))),
  );
  return { verdict: [card], details: [claim, showChecks(checksOfProof(judged, proof))] };
}

/** An error that prevented a verdict. */
export const showFault = (title: string, text: string): HTMLElement => showHeadline({ tone: "none", title, text });

function showHeadline(
  { tone, title, text }: Omit<Headline, "tone"> & { readonly tone: keyof typeof LABELS },
  ...more: HTMLElement[]
): HTMLElement {
  return element(
    "section",
    `card verdict ${tone}`,
    element("p", "label", LABELS[tone]),
    element("h2", "", title),
    element("p", "lead", text),
    ...more,
  );
}

function showStates({ verdict: { state } }: PageVerdict | OtherVerdict): HTMLElement {
  const reached = STATES.findIndex(([name]) => name === state);
  const steps = STATES.map(([, title, text], i) => {
    const isReached = i <= reached;
    const said = element("span", "unseen", isReached ? ": shown" : ": not shown");
    return element("li", isReached ? "reached" : "", element("b", "", title), element("span", "", text), said);
  });
  return element("ol", "states", ...steps);
}

function showObject({ object, index }: Facts): HTMLElement[] {
  if (object === undefined) return [];
  const rows: Row[] = [
    { name: "Object", value: code(object.key), note: "the object's key. All acts upon the object have it" },
  ];
  const hint =
    "The operator has signed that no newer act was left out. If it is wrong, anybody who shows two contradicting entries takes the operator's stake.";
  const lead = element("p", "lead", standing(object, index));
  return [
    element("section", "card", element("h2", "", "Who holds it"), lead, list(...rows), element("p", "hint", hint)),
  ];
}

function showAction(
  { verdict }: PageVerdict,
  { kind, fields, actor, acceptedAt, deadline, index, bundle, batch, digest, object }: Facts,
  content: Content | undefined,
): HTMLElement {
  const isRequest = kind === "HttpRequest";
  const what = object?.isAsked === true ? "The question" : "The action";
  const clock = "by the operator's clock";
  const rows: Row[] = [
    { name: "Signed by", value: code(actor) },
    { name: "Accepted", value: timeOf(acceptedAt), note: clock },
    { name: "Deadline", value: timeOf(Number(deadline) * 1_000), note: "set by the signer" },
    { name: "Log", value: code(bundle.log), note: `entry ${index}` },
    ...(batch === undefined ? [] : [{ name: "Batch closed", value: timeOf(batch.closedAt), note: clock }]),
    { name: "Digest", value: code(digest), note: "the signed hash (EIP-712)" },
  ];
  return element(
    "section",
    "card",
    element("h2", "", verdict.verdict === "valid" ? what : `${what}, if this proof is valid`),
    ...showDeeds(isRequest, kind, fields, content),
    list(
      ...fields.map(({ name, type, value }) => ({ name, under: type, value: code(value === "" ? "(empty)" : value) })),
    ),
    ...(isRequest ? showContent(content) : []),
    element("h3", "", "By whom, and when"),
    list(...rows),
  );
}

function showDeeds(
  isRequest: boolean,
  kind: string,
  fields: Facts["fields"],
  content: Content | undefined,
): HTMLElement[] {
  const members = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const told = content?.kind === "told" ? [content.deed] : content === undefined ? [] : deedsIn(content.bytes);
  const deeds = isRequest ? told : [deedOf(kind, members)];
  const request = `A request to the API: ${members["method"]} ${members["target"]}`;
  return (deeds.length === 0 ? [request] : deeds).map((deed) => element("p", "kind", deed));
}

function showContent(content: Content | undefined): HTMLElement[] {
  if (content?.kind === "signed") {
    return [
      element("h3", "", "The signed content"),
      element("pre", "", code(contentText(content.bytes))),
      element("p", "hint", "Its SHA-256 is the signed contentDigest."),
    ];
  }
  const hint =
    content === undefined
      ? "The request's content is not in the proof. contentDigest is its SHA-256. If you have the content, add it as a file."
      : "The server of this page says what the request did. Nothing proves it: the proof has only the content's SHA-256.";
  return [element("p", "hint", hint)];
}

function showChecks(checks: readonly Check[]): HTMLElement {
  const lines = checks.map(({ holds, name, text }) =>
    element(
      "li",
      holds ? "holds" : "open",
      element("b", "", name),
      element("span", "unseen", holds ? ", holds: " : ", not shown: "),
      element("span", "", text),
    ),
  );
  return element("section", "card", element("h2", "", "What was checked"), element("ul", "checks", ...lines));
}

function showTrust(judged: PageVerdict, facts: Facts, now: number): HTMLElement {
  const rows = trusted(judged, facts, now).map(({ name, value, note }) => ({ name, value: code(value), note }));
  return element(
    "section",
    "card",
    element("h2", "", "Whom you trust"),
    element(
      "p",
      "",
      "Any operator can make a valid proof of its own actions. Compare these with what you know from elsewhere: a contract, an invoice, an auditor. A node can lie: ask one of your own, or several.",
    ),
    list(...rows),
    element(
      "p",
      "hint",
      `Verified at ${timeOf(now)} by this browser's clock, by the page of ${location.host || "a file"}.`,
    ),
  );
}
