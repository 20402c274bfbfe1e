import { expect, it } from "vitest";
import { snippetsOf } from "../../test/docs/snippets.ts";
import { commandsIn } from "../../test/docs/commands.ts";
import { answerOf } from "./contract.ts";
import { startServer } from "./harness.ts";

const server = await startServer();

/** Executes a curl command of the README: an address, headers, content. */
async function curl(line: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const [, address, rest] = /^curl (?:localhost:3000(?=\/)|'localhost:3000(?=\/[^' ]+'))([^' ]+)'?(.*)$/.exec(line)!;
  const fields = [...rest!.matchAll(/ -H '([^':]+): ([^']+)'/g)].map(([, name, value]) => [name!, value!] as const);
  const content = / -d '([^']+)'/.exec(rest!)?.[1];
  const read = [...rest!.matchAll(/ -[Hd] '[^']+'/g)].join("");
  expect(read).toBe(rest);
  const response = await fetch(server.url + address!, {
    method: content === undefined ? "GET" : "POST",
    headers: fields as [string, string][],
    body: content ?? null,
  });
  const answer = await answerOf<Record<string, unknown>>(response);
  server.holds(content === undefined ? "GET" : "POST", address!, answer);
  return answer;
}

it("the README's commands sign in", async () => {
  const lines = snippetsOf("server/README.md")
    .filter(({ language }) => language === "sh api")
    .flatMap(({ text }) => commandsIn(text));
  expect(lines).toHaveLength(5);
  const asked = await curl(lines[0]!);
  expect(asked).toMatchObject({ status: 202 });
  const { items } = (await curl(lines[1]!)).body as { items: { text: string }[] };
  const code = /[0-9]{6}/.exec(items[0]!.text)![0];
  const { status, body } = await curl(
    lines[2]!.replace("123456", code).replace("NONCE", asked.body["nonce"] as string),
  );
  expect(status).toBe(200);
  const me = await curl(lines[3]!.replace("ACCESS_TOKEN", body["access_token"] as string));
  expect(me).toMatchObject({
    status: 200,
    body: { email: "you@example.com", organization: { log_name: expect.any(String) } },
  });
  const renewed = await curl(lines[4]!.replace("REFRESH_TOKEN", body["refresh_token"] as string));
  expect(renewed).toMatchObject({ status: 200, body: { expires_in: 900, refresh_token: expect.any(String) } });
});
