import stringify from "fast-json-stringify";
import type { FastifySerializerCompiler } from "fastify/types/schema.js";

/** Compiles the function that writes an answer. The library prints a warning for each format that it does not know. */
export const serializerOf = (schema: object): ((answer: unknown) => string) =>
  stringify(schema, { ajv: { formats: { address: true } } });

/** Compiles a serializer at its first use: compiling all of them would take half of a server's start. */
export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => {
  let serialize: ReturnType<typeof serializerOf> | undefined;
  return (answer) => (serialize ??= serializerOf(schema))(answer);
};
