import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { ObjectShape } from "../objects/shapes.ts";
import { boundedPage, pageQuery } from "../http/cursors.ts";
import { reads, type Read } from "../http/reads.ts";
import { Address, nullable, page } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";
import { ITEMS } from "../objects/positions.ts";
import { TemplateId } from "../objects/shapes.ts";
import { STATES } from "../objects/project.ts";
import { MOST_ASKED, MOST_KEPT, type Condition } from "./facts.ts";
import type { Indexer } from "./indexer.ts";
import { look } from "./look.ts";
import { MOST_CONDITIONS, readFilter, readWords } from "./questions.ts";
import { FOLDING } from "./words.ts";

const Words = Type.String({
  minLength: 1,
  maxLength: 200,
  examples: ["red tick*"],
  description: `At most ${MOST_CONDITIONS} words. An object is found if it has all of them, in its id, in its template's name or in the values of its properties. \`*\` at the end of a word stands for any ending. ${FOLDING}`,
});
const Filter = Type.String({
  minLength: 1,
  maxLength: MOST_ASKED,
  examples: ["seat.row>=4"],
  description: "A path, an operator and a value. Blanks around the operator do not count.",
});
const Filters = pageQuery({
  template_id: Type.Optional(TemplateId),
  owner: Type.Optional(Address),
  state: Type.Optional(Type.Enum(STATES)),
  filter: Type.Optional(
    Type.Array(Filter, {
      minItems: 1,
      maxItems: MOST_CONDITIONS,
      description: `Conditions on properties: \`seat.row=4\`, \`<\`, \`<=\`, \`>\`, \`>=\`, and \`^=\` for the beginning of a text. The value is JSON. If it is not JSON, it is a text. So \`code="12"\` compares with a text, and \`code=12\` with a number. Texts are compared by their UTF-8 bytes. A list meets a condition if one of its elements does. Names and texts with punctuation are quoted: \`"a.b"=1\`. Any other operator is refused.`,
    }),
  ),
});
const description = `Newest first. A page that would take too much work ends early. So a page may be short or empty although more pages follow. The first ${MOST_KEPT} words and the first ${MOST_KEPT} values of an object's properties count.`;
const found = page(ObjectShape);
const Found = Type.Object({
  ...found.properties,
  indexed_to: nullable(
    Type.Integer({
      description: "The index of an entry. The answer considers all actions up to it. Null if there are no actions.",
    }),
  ),
  is_behind: Type.Boolean({
    description:
      "Whether there may be newer actions. If it is false, the answer considers all actions that were executed before the request.",
  }),
});

export function indexerRoutes(app: FastifyInstance, parts: Parts, indexer: Pick<Indexer, "catchUp">): void {
  const common = { access: "read", group: "search" } as const;
  const about = { description, tags: ["Indexer"], answer: Found };
  reads(app, "/indexer/search", {
    ...common,
    schema: { summary: "Search objects by words", ...about, querystring: pageQuery({ q: Words }) },
    answer: (read) => search(parts, indexer, read, "search", readWords(read.query.q)),
  });
  reads(app, "/indexer/query", {
    ...common,
    schema: { summary: "Query objects by filters", ...about, querystring: Filters },
    answer: (read) => {
      const { filter = [], ...given } = read.query;
      const conditions: Condition[] = filter.map(readFilter);
      for (const field of ["template_id", "owner", "state"] as const) {
        const value = given[field];
        if (value !== undefined) conditions.push({ field, is: "=", value: value.toLowerCase() });
      }
      return search(parts, indexer, read, "query", conditions);
    },
  });
}

async function search(
  parts: Parts,
  { catchUp }: Pick<Indexer, "catchUp">,
  { org, request }: Read,
  list: string,
  conditions: readonly Condition[],
): Promise<object> {
  const { place, isBehind } = await catchUp(org);
  const objects = await boundedPage(parts, request, list, (range) => look(parts, org, conditions, range));
  return { ...objects, indexed_to: place === undefined ? null : Math.floor(place / ITEMS), is_behind: isBehind };
}
