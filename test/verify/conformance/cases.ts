/** The cases of `verifiers/conformance/`. Each expected answer is written by hand from docs/protocol/1-verify.md. */
import { formatBundle, formatTrust } from "anchorlog/verify/bundle";
import { HTTP_REQUEST, openTestOperator, signAction, trusted, wallets } from "../../operator.ts";
import { kinds, signatures, values } from "./actions.ts";
import { type Case, compactJson, edit } from "./changes.ts";
import { forms, jsons, members, paths, records } from "./documents.ts";
import { checkpoints, dates, honest, proofs, refused } from "./trusts.ts";

/** The files of all cases: a folder for each attack, and a case a line. */
export async function conformanceFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const [attack, cases] of Object.entries(await conformanceCases())) {
    if (new Set(cases.map(({ says }) => says)).size < cases.length) throw new Error(`${attack}: a case is there twice`);
    files.set(`${attack}/cases.jsonl`, cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
  }
  return files;
}

/** A promise that is dated ahead of every verifier's clock. */
async function aheadOfClock(): Promise<string> {
  const test = await openTestOperator(undefined, () => 4_000_000_000_000);
  try {
    await test.anchorlog.submit(await signAction(wallets[0]!, "a.example", 0, { deadline: 4_000_000_060 }));
    return compactJson(formatBundle(await test.anchorlog.bundle({ log: "a.example", index: 0 })));
  } finally {
    await test.close();
  }
}

/** All cases, by attack. */
async function conformanceCases(): Promise<Record<string, Case[]>> {
  const test = await openTestOperator();
  try {
    for (let nonce = 0; nonce < 3; nonce++) {
      await test.anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce));
      if (nonce !== 1) await test.anchorlog.closeBatches();
    }
    await test.anchorlog.submit(
      await signAction(wallets[0]!, "b.example", 0, { kind: "HttpRequest", payload: HTTP_REQUEST }),
    );
    await test.anchorlog.closeBatches();
    await test.anchorlog.checkpoint();
    const bundle = async (log: string, index: number) =>
      compactJson(formatBundle(await test.anchorlog.bundle({ log, index })));
    const http = edit(await bundle("b.example", 0), ["inclusion"], () => undefined);
    const first = await bundle("a.example", 1);
    return {
      honest: honest(http, await aheadOfClock(), formatTrust(trusted)),
      refused: refused(),
      ...members(),
      ...forms(),
      ...records(http, first),
      ...paths(),
      "strict-json": jsons(),
      kind: kinds(),
      value: values(),
      ...signatures(),
      "receipt-date": dates(),
      checkpoint: checkpoints(),
      ...proofs(),
    };
  } finally {
    await test.close();
  }
}
