import { describe, expect, it } from "vitest";
import { ROLES, type Role } from "../../src/foundation/roles.ts";
import { COMMANDS, type Command, type Form } from "../../src/objects/command.ts";
import { project, type PlatformObject } from "../../src/objects/project.ts";
import { define, WHO, type Who } from "../../src/objects/template.ts";

const [OWNER, OTHER] = [`0x${"11".repeat(20)}`, `0x${"22".repeat(20)}`] as const;
const object: PlatformObject = {
  createdAt: 1_767_603_600_000,
  id: "o",
  template: "tpl",
  templateVersion: 1,
  owner: OWNER,
  properties: { a: 1 },
  version: 1,
  state: "active",
};
const asked: Readonly<Record<Command["name"], Command>> = {
  mint: { name: "mint", id: "o", to: OWNER, template: "tpl", properties: "{}" },
  transfer: { name: "transfer", id: "o", to: OTHER },
  update: { name: "update", id: "o", version: "1", properties: "{}" },
  set_attributes: { name: "set_attributes", id: "o", properties: '{"a":null,"b":2}' },
  redeem: { name: "redeem", id: "o", gate: undefined },
  burn: { name: "burn", id: "o" },
};
const attempt = (run: () => unknown): string => {
  try {
    run();
    return "done";
  } catch (error) {
    const { status, details } = error as { status: number; details: { reason: string }[] };
    return `${status} ${details[0]!.reason}`;
  }
};

describe("who may do something", () => {
  /** By the rule alone. */
  const may = (who: Who, role: Role | undefined, isOwner: boolean): boolean => {
    if (who === "anyone") return true;
    if (who === "owner") return isOwner;
    if (who === "issuer") return role === "owner" || role === "issuer";
    return who === `role:${role}`;
  };
  const cases = COMMANDS.flatMap((name) =>
    WHO.filter((who) => name !== "mint" || who !== "owner").map((who) => [name, who] as const),
  );

  it.each(cases)("%s is for %s, and for nobody else", (name, who) => {
    const template = define("tpl", { name: "t", actions: { [name]: [who] } }, undefined);
    for (const role of [undefined, ...ROLES]) {
      for (const signer of [OWNER, OTHER] as const) {
        const state = { object: name === "mint" ? undefined : object, template, role };
        const isAllowed = may(who, role, name !== "mint" && signer === OWNER);
        const outcome = attempt(() => project(state, { command: asked[name], form: "request", signer }));
        expect(`${role} ${signer}: ${outcome}`).toBe(`${role} ${signer}: ${isAllowed ? "done" : "403 not_permitted"}`);
      }
    }
    for (const other of COMMANDS.filter((one) => one !== name)) {
      const state = { object: other === "mint" ? undefined : object, template, role: "owner" as const };
      expect(attempt(() => project(state, { command: asked[other], form: "request", signer: OWNER }))).toBe(
        "422 action_not_allowed",
      );
    }
  });

  it("with custody is the owner alone, whatever a template says, but for who mints", () => {
    for (const action of COMMANDS) {
      for (const who of WHO) {
        const outcome = attempt(() =>
          define("tpl", { name: "t", custody: true, actions: { [action]: [who] } }, undefined),
        );
        const isRight = (action === "mint") !== (who === "owner");
        const reason = action === "mint" ? "422 no_owner_yet" : "422 custody_is_the_owners";
        expect(`${action} ${who}: ${outcome}`).toBe(`${action} ${who}: ${isRight ? "done" : reason}`);
      }
    }
  });

  it("is for good with or without custody, by all versions", () => {
    const held = define("tpl", { name: "t", custody: true }, undefined);
    const plain = define("tpl", { name: "t" }, undefined);
    expect(attempt(() => define("x", { name: "t" }, held))).toBe("422 custody_stays");
    expect(attempt(() => define("x", { name: "t", custody: true }, plain))).toBe("422 custody_stays");
    expect(define("x", { name: "t", custody: true }, held)).toMatchObject({ id: "tpl", version: 2 });
  });
});

describe("what is done", () => {
  const FORMS: readonly Form[] = ["custody", "plain", "either", "request"];

  it("is signed as what the template asks for", () => {
    for (const custody of [true, false]) {
      const template = define("tpl", { name: "t", custody, actions: { mint: ["anyone"] } }, undefined);
      const taken = FORMS.filter(
        (form) =>
          attempt(() =>
            project({ object: undefined, template, role: undefined }, { command: asked.mint, form, signer: OTHER }),
          ) === "done",
      );
      expect(taken).toEqual(custody ? ["custody", "either"] : ["plain", "either", "request"]);
    }
  });

  it("is one version more, and nothing after a burn or a redemption", () => {
    const template = define(
      "tpl",
      { name: "t", actions: Object.fromEntries(COMMANDS.map((name) => [name, ["anyone"]])) },
      undefined,
    );
    const after = (name: Command["name"], before: PlatformObject = object) =>
      project({ object: before, template, role: undefined }, { command: asked[name], form: "plain", signer: OTHER })
        .after;
    expect(after("transfer")).toEqual({ ...object, version: 2, owner: OTHER });
    expect(after("update")).toEqual({ ...object, version: 2, properties: {} });
    expect(after("set_attributes")).toEqual({ ...object, version: 2, properties: { b: 2 } });
    // What is null already stays so: RFC 7396, appendix A.
    const empty: PlatformObject = { ...object, properties: { e: null } };
    expect(after("set_attributes", empty).properties).toEqual({ e: null, b: 2 });
    for (const [name, state] of [
      ["redeem", "redeemed"],
      ["burn", "burned"],
    ] as const) {
      const ended = after(name);
      expect(ended).toEqual({ ...object, version: 2, state });
      for (const next of COMMANDS) {
        expect(attempt(() => after(next, ended))).toBe(next === "mint" ? "409 object_exists" : "409 not_active");
      }
    }
  });
});
