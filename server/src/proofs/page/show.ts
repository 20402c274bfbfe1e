/** Renders a verdict and its reasons. */
import { code, element, list, type Row } from "./elements.ts";
import { isCalled, timeOf, type Facts } from "./facts.ts";
import type { PageVerdict } from "./judge.ts";
import { checksOf, headline, ownerOf, standing, STATES, trusted, type Headline, type Server } from "./words.ts";

const LABELS = { valid: "Valid", indeterminate: "Not known", invalid: "Invalid", none: "No verdict" } as const;

/** The verdict and the operator of the proof. @param asked the action ID in the page's address. */
export function showVerdict(judged: PageVerdict, asked: string | undefined, server: Server): HTMLElement[] {
  const { facts, verdict } = judged;
  const said = `${verdict.verdict}, ${verdict.code === "ok" ? verdict.state : verdict.code}: ${verdict.message}`;
  if (facts === undefined) return [showHeadline(headline(judged), element("p", "said", said))];
  const whose = element("p", "whose", ownerOf(facts, server));
  const card = showHeadline(headline(judged), whose, element("p", "said", said));
  card.append(showStates(judged));
  if (asked === undefined || isCalled(asked, facts)) return [card];
  return [card, element("p", "notice", `This is not the action ${asked} of the page's address, but another one.`)];
}

/** The details behind the verdict. @param now in Unix milliseconds. */
export function showDetails(judged: PageVerdict, facts: Facts, now: number): HTMLElement[] {
  return [...showObject(facts), showAction(judged, facts), showChecks(judged, facts), showTrust(judged, facts, now)];
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

function showStates({ verdict: { state } }: PageVerdict): HTMLElement {
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
    element("h2", "", verdict.verdict === "valid" ? what : `${what}, if this proof is good`),
    element("p", "kind", isRequest ? "A request to the API" : kind),
    list(
      ...fields.map(({ name, type, value }) => ({ name, under: type, value: code(value === "" ? "(empty)" : value) })),
    ),
    ...(isRequest
      ? [element("p", "hint", "The request's content is not in the proof. contentDigest is its SHA-256.")]
      : []),
    element("h3", "", "By whom, and when"),
    list(...rows),
  );
}

function showChecks(judged: PageVerdict, facts: Facts): HTMLElement {
  const lines = checksOf(judged, facts).map(({ holds, name, text }) =>
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
      "Any operator can make a good proof of its own actions. Compare these with what you know from elsewhere: a contract, an invoice, an auditor. A node can lie: ask one of your own, or several.",
    ),
    list(...rows),
    element(
      "p",
      "hint",
      `Verified at ${timeOf(now)} by this browser's clock, by the page of ${location.host || "a file"}.`,
    ),
  );
}
