import { beforeAll, describe, expect, it } from "vitest";
import { isName } from "../../src/http/names.ts";
import { mailsTo, owner, sign, startServer, type Client, type Refused, type TestServer } from "../harness.ts";
import { founder, invite, type Person } from "../people.ts";

describe("a name", () => {
  it.each([
    "Ada",
    "O'Neill & Söhne, Ltd. (#1)",
    "C++ / A=B <x> | ~ ^ `",
    "Nguyễn Thị Minh Khai",
    "עֲדָה לָבְלֵייס",
    "آدا لاولیس",
    "می\u200cخواهم",
    "ශ්\u200dරී ලංකා",
    "അനില്\u200d",
    "क्\u200dष",
    "น้ำใส",
    "葛\u{e0100}飾区",
    "山田　太郎・ジュニア",
    "ᠮᠣᠩᠭᠣᠯ",
    "ߒߞߏ",
    "Żółć 7½",
    "👨\u200d👩\u200d👧 👁️\u200d🗨️",
  ])("may be %s", (name) => {
    expect(isName(name)).toBe(true);
  });

  it.each([
    ["no characters", ""],
    ["only blanks", " \u00a0\u3000"],
    ["only invisible letters", "\u3164\u2800"],
    ["only marks", "\u0301"],
    ["a line break", "a\nb"],
    ["a tab", "a\tb"],
    ["a C1 control character", "a\u0085b"],
    ["a line separator", "a\u2028b"],
    ["a paragraph separator", "a\u2029b"],
    ["a direction override", "a\u202efdp.exe"],
    ["a direction isolate", "a\u2067b\u2069"],
    ["a direction mark", "a\u200fb"],
    ["an Arabic direction mark", "a\u061cb"],
    ["a soft hyphen", "a\u00adb"],
    ["a zero-width space", "a\u200bb"],
    ["a word joiner", "a\u2060b"],
    ["a byte order mark", "\ufeffa"],
    ["a joiner between Latin letters", "a\u200db"],
    ["a joiner between Han letters", "山\u200c田"],
    ["a leading joiner", "\u200cم"],
    ["a joiner after a space", "م \u200dم"],
    ["a joiner at the end of a word without a mark", "م\u200c"],
    ["two joiners", "م\u200c\u200cم"],
    ["a tag character", "a\u{e0041}"],
    ["a lone surrogate", "a\ud800"],
    ["a private-use character", "a\ue000"],
    ["a noncharacter", "a\uffff"],
  ])("with %s is refused", (_, name) => {
    expect(isName(name)).toBe(false);
  });
});

describe("a name sent to the API", () => {
  let server: TestServer;
  let ada: Person;
  let bob: Client;
  beforeAll(async () => {
    server = await startServer();
    ada = await founder(server, "ada@example.com");
    bob = await owner(server, "bob@example.com");
  });

  it.each([
    ["an organization", "PUT", () => `/organizations/${ada.org}`, {}],
    ["an API key", "POST", () => "/api-keys", {}],
    ["a template", "POST", () => "/templates", {}],
    ["a webhook", "POST", () => "/webhooks", { url: "https://api.example/", events: ["*"] }],
  ] satisfies [string, string, () => string, object][])(
    "is checked if it is the name of %s",
    async (_, method, path, more) => {
      for (const name of ["a\u202efdp.exe", "a\u2028b", "\u3164"]) {
        const { status, body } = await sign<Refused>(server, ada, method, path(), { body: { ...more, name } });
        expect([status, body.error.details]).toEqual([400, [{ field: "name", reason: "malformed" }]]);
        expect(body.error.message).toMatch(/is not a name: letters, marks, digits/);
        expect(body.error.message).not.toContain("\\p{");
      }
    },
  );

  it("is checked if it is the nickname of a wallet", async () => {
    const body = { address: bob.wallet.address, nickname: "a\u202eb" };
    const refused = await sign<Refused>(server, bob, "POST", "/wallets/register", { body });
    expect([refused.status, refused.body.error.details]).toEqual([400, [{ field: "nickname", reason: "malformed" }]]);
  });

  it("is checked in requests, and not in answers", () => {
    const operations = Object.values(server.document.paths).flatMap((methods) => Object.values(methods));
    expect(JSON.stringify(operations.map((operation) => operation.responses))).not.toContain('"format":"name"');
    expect(JSON.stringify(operations)).toContain('"format":"name"');
  });

  it("of an inviter is not mailed to an address without an account", async () => {
    const name = "Win a car at evil.example/now";
    const named = await sign(server, ada, "PUT", `/organizations/${ada.org}`, { body: { name } });
    expect(named.status).toBe(200);
    await invite(server, ada, "stranger@example.com", "reader");
    await invite(server, ada, "bob@example.com", "reader");
    const mailOf = async (to: string) => (await mailsTo(server, to, "invited"))[0];
    expect(await mailOf("bob@example.com")).toContain(name);
    expect(await mailOf("stranger@example.com")).toContain("reader of an organization at api.example");
    expect(await mailOf("stranger@example.com")).not.toMatch(/\b(evil|ada)\b/);
  });
});
