/**
 * The site's map: each page, and the document or the example it shows. A document has one place. A page with
 * `sections` shows these of a document's second-level headings, in the document's order, and the document's page
 * without `sections` shows the rest.
 */
export type Page = {
  /** The page's address below the site's, without `.html`. */
  readonly route: string;
  /** Its name in the menu and, if it has `sections`, its heading. */
  readonly title: string;
  /** The document, or the example's program, by its path in the repository. */
  readonly source: string;
  readonly sections?: readonly string[];
};

export type Group = { readonly title: string; readonly pages: readonly Page[] };

const page = (route: string, title: string, source: string, ...sections: string[]): Page => ({
  route,
  title,
  source,
  ...(sections.length > 0 && { sections }),
});

export const MAP: readonly Group[] = [
  {
    title: "Start",
    pages: [
      page("index", "anchorlog", "README.md"),
      page("start", "Quick start", "README.md", "Try it"),
      page("examples", "Examples", "examples/README.md"),
      page("glossary", "Glossary", "ARCHITECTURE.md", "Words"),
    ],
  },
  {
    title: "Build on it",
    pages: [
      page("guides/api", "Behind an existing API", "docs/EMBEDDING.md"),
      page("guides/http", "Actions over HTTP", "docs/EMBEDDING.md", "Over HTTP"),
      page("guides/fastify", "Fastify", "examples/server-fastify.mjs"),
      page("guides/express", "Express", "examples/server-express.mjs"),
      page("guides/hono", "Hono", "examples/hono.mjs"),
      page("guides/next", "Next.js", "docs/EMBEDDING.md", "Next.js"),
      page("guides/browser", "A client in the browser", "examples/browser-client.mjs"),
      page("guides/orm", "Your own database or ORM", "examples/drizzle-postgres.mjs"),
      page("guides/proofs", "Serve proofs", "README.md", "Serve proofs"),
      page("guides/custody", "Custody of objects", "docs/EMBEDDING.md", "Custody of objects"),
      page(
        "guides/stores",
        "Stores and processes",
        "docs/EMBEDDING.md",
        "Stores",
        "The guard: double-signing protection",
        "Several processes and organizations",
      ),
      page("guides/keys", "Keys", "docs/EMBEDDING.md", "Keys"),
      page("guides/kms", "Keys in a KMS", "examples/kms-signer.mjs"),
      page(
        "guides/anchoring",
        "Anchoring and publishing",
        "docs/EMBEDDING.md",
        "Anchoring",
        "A public log",
        "Timestamps on further chains",
      ),
      page(
        "guides/engines",
        "Engines and bundlers",
        "docs/EMBEDDING.md",
        "Engines: WebAssembly or JavaScript",
        "Bundlers, browsers and module systems",
      ),
      page("guides/attach", "Attach an audit log", "docs/ATTACH.md"),
      page("guides/outbox", "Attach an outbox", "examples/attach-postgres.mjs"),
    ],
  },
  {
    title: "Verify and judge",
    pages: [
      page("guides/verify", "Verify", "README.md", "Verify"),
      page("guides/audit", "Audit", "docs/AUDITING.md"),
      page("guides/auditor", "An auditor's program", "examples/auditor.mjs"),
      page("guides/contracts", "Gate a contract", "docs/CONTRACTS.md"),
      page("guides/disclosure", "Disclose one fact", "docs/DISCLOSURE.md"),
      page("guides/holders", "Holders and disputes", "docs/HOLDERS.md"),
      page("guides/verifiers", "Other languages", "verifiers/README.md"),
    ],
  },
  {
    title: "Operate",
    pages: [
      page("operate/set-up", "Set-up", "docs/OPERATING.md", "Set-up"),
      page("operate/routine", "Routine", "docs/OPERATING.md", "Routine"),
      page("operate/incidents", "Incidents", "docs/OPERATING.md", "Incidents"),
      page("operate/reference", "Operating reference", "docs/OPERATING.md"),
      page("operate/scaling", "Scaling", "docs/SCALING.md"),
      page("operate/ceremonies", "Circuits and ceremonies", "circuits/README.md"),
    ],
  },
  {
    title: "Server and client",
    pages: [
      page("server/use", "The API server", "server/README.md"),
      page("server/client", "The client", "client/README.md"),
      page("server/operate", "Operating the server", "server/docs/OPERATING.md"),
      page("server/security", "Security of the server", "server/docs/SECURITY.md"),
      page("server/decisions", "Decisions", "server/docs/DECISIONS.md"),
    ],
  },
  {
    title: "Concepts",
    pages: [
      page("concepts/index", "Seven ideas", "docs/CONCEPTS.md"),
      page("concepts/action", "Action and signature", "docs/CONCEPTS.md", "Action and signature"),
      page("concepts/log", "Log and hash chain", "docs/CONCEPTS.md", "Log and hash chain"),
      page("concepts/batch", "Batch and checkpoint", "docs/CONCEPTS.md", "Batch and checkpoint"),
      page("concepts/anchor", "Anchors and finality", "docs/CONCEPTS.md", "Anchors and finality"),
      page("concepts/proof", "Proofs and disclosure", "docs/CONCEPTS.md", "Proofs and disclosure"),
      page("concepts/fault", "Faults and stake", "docs/CONCEPTS.md", "Faults and stake"),
      page("concepts/custody", "Custody", "docs/CONCEPTS.md", "Custody"),
    ],
  },
  {
    title: "Reference",
    pages: [
      page("errors", "Error codes", "docs/ERRORS.md"),
      page("gas", "Gas", "docs/GAS.md"),
      page("benchmarks", "Benchmarks", "docs/BENCHMARKS.md"),
    ],
  },
  {
    title: "Protocol",
    pages: [
      page("protocol/1-verify", "Protocol 1: Verify", "docs/protocol/1-verify.md"),
      page("protocol/2-audit", "Protocol 2: Audit", "docs/protocol/2-audit.md"),
      page("protocol/3-log", "Protocol 3: Log", "docs/protocol/3-log.md"),
      page("protocol/4-proofs", "Protocol 4: Proofs", "docs/protocol/4-proofs.md"),
      page("protocol/5-contracts", "Protocol 5: Contracts", "docs/protocol/5-contracts.md"),
      page("protocol/6-tiles", "Protocol 6: Tiles", "docs/protocol/6-tiles.md"),
    ],
  },
  {
    title: "Security",
    pages: [
      page("security/threats", "Threats", "docs/THREATS.md"),
      page("security/properties", "Properties", "docs/PROPERTIES.md"),
      page("security/report", "Report a vulnerability", "SECURITY.md"),
    ],
  },
  {
    title: "The project",
    pages: [
      page(
        "project/repository",
        "The repository",
        "README.md",
        "This repository",
        "Development keys",
        "Not here yet",
        "Licence",
      ),
      page("project/architecture", "Architecture", "ARCHITECTURE.md"),
      page("project/contributing", "Contributing", "CONTRIBUTING.md"),
      page("project/design", "Design notes", "docs/DESIGN.md"),
      page("project/engines", "The engines", "engines/README.md"),
      page("project/releasing", "Releasing", "docs/RELEASING.md"),
      page("project/changelog", "Changelog", "CHANGELOG.md"),
    ],
  },
];

export const PAGES: readonly Page[] = MAP.flatMap(({ pages }) => pages);
