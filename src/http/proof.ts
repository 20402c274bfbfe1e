import { AnchorlogError, withoutRemedy } from "../base/errors.ts";
import { abbreviate } from "../base/hex.ts";
import { assertGiven } from "../base/options.ts";
import { answerRefusal, envelope, RULES, type HttpAnswer } from "./answer.ts";

/** Makes the bundles of entries: the result of `openAnchorlog`. */
export type BundleSource = {
  bundle(at: { readonly log: string; readonly index: number }): Promise<object>;
};

/** The parts of the path that name what does not exist. */
const MISSING: Readonly<Record<string, string>> = { unknown_log: "log", no_entry: "index" };

/**
 * Answers `GET /proofs/:log/:index`: 200 with the entry's bundle; 404 with the reason `unknown_log` or `no_entry`; 503
 * if the same request may succeed later.
 *
 * @param place the parameters of the path, as they came. `log` is a log's name, or its identifier as in a receipt.
 * @throws other errors of `bundle`, such as `store_damaged`.
 *
 * @example
 * app.get("/proofs/:log/:index", async (req, res) => {
 *   const { status, headers, body } = await answerProof(anchorlog, req.params)
 *   res.status(status).set(headers).json(body)
 * })
 */
export async function answerProof(
  anchorlog: BundleSource,
  place: { readonly log: string; readonly index: string | number },
): Promise<HttpAnswer> {
  assertGiven("answerProof", { anchorlog, place }, "anchorlog.bundle()", "place.log", "place.index");
  const { log, index } = place;
  const number = /^(?:0|[1-9][0-9]{0,15})$/.test(String(index)) ? Number(index) : Number.NaN;
  try {
    // The log is looked up even if the index cannot exist, so that its own 404 comes first.
    const at = { log, index: Number.isSafeInteger(number) ? number : Number.MAX_SAFE_INTEGER };
    return { status: 200, headers: {}, body: await anchorlog.bundle(at) };
  } catch (error) {
    const { code, message } = error instanceof AnchorlogError ? error : { code: "", message: "" };
    const field = MISSING[code];
    if (field !== undefined) {
      const isIndex = field !== "index" || Number.isSafeInteger(number);
      // The remedy is for the operator.
      const said = isIndex ? withoutRemedy(error) : `${abbreviate(index)} is not the index of an entry`;
      return envelope({ status: 404, message: said, field, reason: code }, {});
    }
    if (RULES[code]?.status !== 503) throw error;
    return answerRefusal({ code, message });
  }
}
