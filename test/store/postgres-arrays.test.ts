import fc from "fast-check";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { closing } from "../ends.ts";
import { byteaArray, textArray } from "../../src/store/postgres/arrays.ts";
import { sharePostgres } from "../sharedPostgres.ts";

const server = closing(await sharePostgres());
const client = new pg.Client({ connectionString: await server.createDatabase() });
await client.connect();
afterAll(() => client.end());

/** The server's own text form of an array. */
const read = async (type: string, array: Buffer): Promise<unknown[]> => {
  const element = type === "bytea" ? "encode(x, 'hex')" : "x";
  const sql = `SELECT ${element} AS x FROM unnest($1::${type}[]) WITH ORDINALITY AS a (x, n) ORDER BY n`;
  const { rows } = await client.query<{ x: unknown }>(sql, [array]);
  return rows.map(({ x }) => x);
};

it("arrays of bytes reach the server unchanged", async () => {
  const value = fc.option(fc.uint8Array({ maxLength: 300 }));
  const property = fc.asyncProperty(fc.array(value, { maxLength: 50 }), async (values) => {
    const hex = values.map((bytes) => bytes && Buffer.from(bytes).toString("hex"));
    expect(await read("bytea", byteaArray(values))).toEqual(hex);
  });
  await fc.assert(property, { numRuns: 200 });
});

it("arrays of texts reach the server unchanged", async () => {
  // PostgreSQL's texts hold no U+0000; JSON escapes it.
  const value = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", ""));
  const property = fc.asyncProperty(fc.array(value, { maxLength: 50 }), async (values) => {
    expect(await read("text", textArray(values))).toEqual(values);
  });
  await fc.assert(property, { numRuns: 200 });
  expect(await read("text", textArray(["NULL", "", '{a,"b"}', "\\x00"]))).toEqual(["NULL", "", '{a,"b"}', "\\x00"]);
});
