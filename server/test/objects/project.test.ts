import { describe, expect, it } from "vitest";
import { ROLES, type Role } from "../../src/foundation/roles.ts";
import { COMMANDS, type Command, type Form } from "../../src/objects/command.ts";
import { project, type PlatformObject } from "../../src/objects/project.ts";
import { ACTIONS, define, WHO, type Who } from "../../src/objects/template.ts";

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
  movedTo: null,
};
const [LOG, OTHER_LOG] = [`0x${"33".repeat(32)}`, `0x${"44".repeat(32)}`] as const;
const asked: Readonly<Record<Command["name"], Command>> = {
  mint: { name: "mint", id: "o", to: OWNER, template: "tpl", properties: "{}", moved: false },
  transfer: { name: "transfer", id: "o", to: OTHER },
  update: { name: "update", id: "o", version: "1", properties: "{}" },
  set_attributes: { name: "set_attributes", id: "o", properties: '{"a":null,"b":2}' },
  redeem: { name: "redeem", id: "o", gate: undefined },
  burn: { name: "burn", id: "o" },
  move: { name: "move", id: "o", log: LOG },
};
/** The signer has no role, and no successor is named. */
const usual = { role: undefined, successor: undefined };
const attempt = (run: () => unknown): string => {
  try {
    run();
    return "done";
  } catch (error) {
    const { status, details } = error as { status: number; details: { reason: string }[] };
    return `${status} ${details[0]!.reason}`;
  }
};

describe("the permission for an action", () => {
  /** The rule of a template's permissions. */
  const may = (who: Who, role: Role | undefined, isOwner: boolean): boolean => {
    if (who === "anyone") return true;
    if (who === "owner") return isOwner;
    if (who === "issuer") return role === "owner" || role === "issuer";
    return who === `role:${role}`;
  };
  const cases = ACTIONS.flatMap((name) =>
    WHO.filter((who) => name !== "mint" || who !== "owner").map((who) => [name, who] as const),
  );

  it.each(cases)("%s: a template that permits it to %s permits it to nobody else", (name, who) => {
    const template = define("tpl", { name: "t", actions: { [name]: [who] } }, undefined);
    for (const role of [undefined, ...ROLES]) {
      for (const signer of [OWNER, OTHER] as const) {
        const state = { ...usual, object: name === "mint" ? undefined : object, template, role };
        const isAllowed = may(who, role, name !== "mint" && signer === OWNER);
        const outcome = attempt(() => project(state, { command: asked[name], form: "request", signer }));
        expect(`${role} ${signer}: ${outcome}`).toBe(`${role} ${signer}: ${isAllowed ? "done" : "403 not_permitted"}`);
      }
    }
    for (const other of COMMANDS.filter((one) => one !== name)) {
      const state = { ...usual, object: other === "mint" ? undefined : object, template, role: "owner" as const };
      expect(attempt(() => project(state, { command: asked[other], form: "request", signer: OWNER }))).toBe(
        "422 action_not_allowed",
      );
    }
  });

  it("with custody belongs only to the owner, except for mint", () => {
    for (const action of ACTIONS) {
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

  it("depends on custody, which no later version of a template can change", () => {
    const held = define("tpl", { name: "t", custody: true }, undefined);
    const plain = define("tpl", { name: "t" }, undefined);
    expect(attempt(() => define("x", { name: "t" }, held))).toBe("422 custody_stays");
    expect(attempt(() => define("x", { name: "t", custody: true }, plain))).toBe("422 custody_stays");
    expect(define("x", { name: "t", custody: true }, held)).toMatchObject({ id: "tpl", version: 2 });
  });
});

describe("the effect of an action", () => {
  const FORMS: readonly Form[] = ["custody", "plain", "either", "request"];

  it("requires the form of signature that the template asks for", () => {
    for (const custody of [true, false]) {
      const template = define("tpl", { name: "t", custody, actions: { mint: ["anyone"] } }, undefined);
      const taken = FORMS.filter(
        (form) =>
          attempt(() =>
            project({ ...usual, object: undefined, template }, { command: asked.mint, form, signer: OTHER }),
          ) === "done",
      );
      expect(taken).toEqual(custody ? ["custody", "either"] : ["plain", "either", "request"]);
    }
  });

  it("increases the version by one, and nothing follows a burn or a redemption", () => {
    const template = define(
      "tpl",
      { name: "t", actions: Object.fromEntries(ACTIONS.map((name) => [name, ["anyone"]])) },
      undefined,
    );
    const after = (name: Command["name"], before: PlatformObject = object) =>
      project({ ...usual, object: before, template }, { command: asked[name], form: "plain", signer: OTHER }).after;
    expect(after("transfer")).toEqual({ ...object, version: 2, owner: OTHER });
    expect(after("update")).toEqual({ ...object, version: 2, properties: {} });
    expect(after("set_attributes")).toEqual({ ...object, version: 2, properties: { b: 2 } });
    // A value that is already null stays null: RFC 7396, appendix A.
    const empty: PlatformObject = { ...object, properties: { e: null } };
    expect(after("set_attributes", empty).properties).toEqual({ e: null, b: 2 });
    for (const [name, state] of [
      ["redeem", "redeemed"],
      ["burn", "burned"],
    ] as const) {
      const ended = after(name);
      expect(ended).toEqual({ ...object, version: 2, state });
      for (const next of ACTIONS) {
        expect(attempt(() => after(next, ended))).toBe(next === "mint" ? "409 object_exists" : "409 not_active");
      }
    }
  });
});

describe("a move to another log", () => {
  const held = define("tpl", { name: "t", custody: true, actions: { mint: ["issuer"] } }, undefined);
  const [mint, moved] = [asked.mint, { ...asked.mint, moved: true } as Command];
  type Given = { readonly template?: typeof held; readonly successor?: typeof LOG | undefined; readonly by?: string };
  const outcome = (
    command: Command,
    { template = held, successor = LOG, by = OWNER }: Given,
    form: Form = "either",
  ) => {
    const there = command.name === "mint" ? undefined : object;
    return attempt(() =>
      project({ object: there, template, role: "issuer", successor }, { command, form, signer: by as typeof OWNER }),
    );
  };

  it("is permitted to the owner, to the named successor, whatever the template permits", () => {
    expect(outcome(asked.move, {})).toBe("done");
    expect(outcome(asked.move, { by: OTHER })).toBe("403 not_permitted");
    expect(outcome({ name: "move", id: "o", log: OTHER_LOG }, {})).toBe("422 not_the_successor");
    const state = { ...usual, object, template: held };
    expect(attempt(() => project(state, { command: asked.move, form: "either", signer: OWNER }))).toBe(
      "422 not_the_successor",
    );
    const { after } = project({ ...state, successor: LOG }, { command: asked.move, form: "either", signer: OWNER });
    expect(after).toEqual({ ...object, version: 2, state: "moved", movedTo: LOG });
    expect(
      attempt(() => project({ ...state, object: after }, { command: asked.move, form: "either", signer: OWNER })),
    ).toBe("409 not_active");
  });

  it("needs its own kind of typed action, and custody", () => {
    for (const command of [asked.move, moved]) {
      const given = { successor: command === moved ? undefined : LOG };
      expect(
        attempt(() =>
          project(
            { ...usual, ...given, role: "issuer", object: command === moved ? undefined : object, template: held },
            { command, form: "request", signer: OWNER },
          ),
        ),
      ).toBe("422 wrong_kind");
      const plain = define("tpl", { name: "t" }, undefined);
      for (const form of ["custody", "either", "request"] as const)
        expect(outcome(command, { template: plain }, form)).toBe("422 action_not_allowed");
    }
  });

  it("and a redemption are the only actions after a successor is named", () => {
    const owners = Object.fromEntries(ACTIONS.map((name) => [name, name === "mint" ? ["issuer"] : ["owner"]]));
    const template = define("tpl", { name: "t", custody: true, actions: owners }, undefined);
    for (const command of [...Object.values(asked), mint, moved])
      expect(`${command.name}: ${outcome(command, { template })}`).toBe(
        `${command.name}: ${["move", "redeem"].includes(command.name) ? "done" : "409 log_succeeded"}`,
      );
  });
});
