import { TypeBoxValidatorCompiler } from "@fastify/type-provider-typebox";
import type { FastifySchemaCompiler } from "fastify";
import type { TObject, TSchema } from "typebox";

/** Has schemas judge what requests say. Of numbers and truths in a query, there is one form each. */
export const compileValidator: FastifySchemaCompiler<TSchema> = (definition) => {
  const { schema, httpPart = "" } = definition;
  // As a body, nothing is converted: TypeBox would read `true` and `1.5` as the integer 1.
  const validate = TypeBoxValidatorCompiler({ ...definition, httpPart: "body" });
  if (httpPart !== "querystring") return validate;
  const { properties = {} } = schema as Partial<TObject>;
  return (value) =>
    validate(
      Object.fromEntries(
        Object.entries(value as object).map(([name, text]) => [
          name,
          readAs((properties[name] as { type?: string })?.type, text),
        ]),
      ),
    );
};

function readAs(type: string | undefined, text: unknown): unknown {
  if (typeof text !== "string") return text;
  if (type === "integer" && /^(0|[1-9][0-9]{0,14})$/.test(text)) return Number(text);
  if (type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}
