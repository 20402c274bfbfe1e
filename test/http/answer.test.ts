import { describe, expect, it } from "vitest";
import { answerRefusal } from "anchorlog/http";

describe("an answer to a refusal", () => {
  const answer = (code: string, message = "why"): string => {
    const { status, retryable, body } = answerRefusal({ code, message });
    return `${status} ${retryable} ${body.error.details[0]!.field}`;
  };

  it("has the status and field of its code", () => {
    expect(answer("malformed", "message.payload.to: expected")).toBe("400 false message.payload.to");
    expect(answer("unknown_member", "Anchorlog-Action.x: is not a member here")).toBe("400 false Anchorlog-Action.x");
    expect(answer("malformed", "document: not JSON")).toBe("400 false document");
    expect(answer("repeated_header", "Content-Type is there twice")).toBe("400 false Content-Type");
    expect(answer("unknown_kind")).toBe("400 false primaryType");
    expect(answer("missing_action")).toBe("401 false Anchorlog-Action");
    for (const code of ["malformed", "non_canonical", "mismatch", "rejected"]) {
      expect(answer(`signature_${code}`)).toBe("401 false signature");
    }
    expect(answer("deadline_passed")).toBe("401 false message.deadline");
    expect(answer("deadline_too_far")).toBe("400 false message.deadline");
    expect(answer("unknown_log")).toBe("404 false message.log");
    expect(answer("nonce_used")).toBe("409 false message.nonce");
    expect(answer("not_holder")).toBe("409 false message.actor");
    expect(answer("holder_cannot_act")).toBe("422 false message.payload.holder");
    expect(answer("body_too_large")).toBe("413 false body");
    expect(answer("content_coded")).toBe("415 false Content-Encoding");
    expect(answer("constructor")).toBe("400 false document");
    const { body } = answerRefusal({ code: "signature_mismatch", message: "why" });
    expect(body.error.message).toBe(
      "why; it may sign another domain (name, version, chainId, registry), kind, host, path or body",
    );
  });

  it("that is indeterminate asks to try again, and hides the original message", () => {
    const silent = { code: "chain_unavailable", message: "HTTP 401 at https://node.example/v1/secret" };
    for (const refusal of [
      { ...silent, verdict: "indeterminate" },
      { ...silent, status: "indeterminate" },
    ]) {
      const message = "the chain did not answer: send the same again later";
      expect(answerRefusal(refusal, { requestId: "r1" })).toEqual({
        status: 503,
        headers: { "Retry-After": "5" },
        retryable: true,
        body: {
          error: { code: 503, message, details: [{ field: "document", reason: "chain_unavailable" }] },
          x_request_id: "r1",
        },
      });
    }
    const after = (code: string) => answerRefusal({ code, message: "" }).headers["Retry-After"];
    expect(["not_the_writer", "store_failed", "anchor_overdue"].map(after)).toEqual(["1", "5", "30"]);
    expect(["malformed", "nonce_used", "internal_error"].map(after)).toEqual([undefined, undefined, undefined]);
    for (const refusal of [{ status: "indeterminate" }, { status: "refused" }]) {
      const { body } = answerRefusal({ ...refusal, code: "new_code", message: "duplicate key in table users" });
      expect(body.error.message).not.toContain("users");
    }
  });
});
