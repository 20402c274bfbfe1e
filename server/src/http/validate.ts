import type { FastifySchemaCompiler } from "fastify";
import type { TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";

/** Has schemas judge what requests say. Of numbers and truths in a query, there is one form each. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const compiled = Compile(schema);
  const validate = (value: unknown) => (compiled.Check(value) ? { value } : { error: compiled.Errors(value) });
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
