import stringify from "fast-json-stringify";
import type { FastifySerializerCompiler } from "fastify/types/schema.js";

/** Compiles the function that writes an answer. The library prints a warning for each format that it does not know. */
export const serializerOf = (schema: object): ((answer: unknown) => string) =>
  stringify(schema, { ajv: { formats: { address: true } } });

/** Serializers by their schemas, which all servers of a process share. */
const serializers = new WeakMap<object, (answer: unknown) => string>();

/** Compiles a serializer at its first use: compiling all of them would take half of a server's start. */
export const compileSerializer: FastifySerializerCompiler<object> =
  ({ schema }) =>
  (answer) => {
    let serialize = serializers.get(schema);
    if (serialize === undefined) serializers.set(schema, (serialize = serializerOf(schema)));
    return serialize(answer);
  };
