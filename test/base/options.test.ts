/** Calls that lack what they need, as JavaScript and casts allow: each gets an error that names it. */
import { expect, it } from "vitest";
import { AnchorlogError } from "anchorlog";
import { assertGiven } from "../../src/base/options.ts";

/** Functions that take options, clients, or what an application opened, by their sub-path. */
const CALLS: Readonly<Record<string, string>> = {
  ".": "adoptStore clearSigningDescriptor defineActions openAnchorlog parseStrictJson verifyBundle",
  action: "defineActions",
  "action/pool": "createVerifierPool",
  "action/signers": "derSigner encryptKeystore kmsSigner rpcSigner writeKeystore writeNoteKeystore",
  attach: "attachTable checkTable jsonLines postgresTable proveRow sqliteTable tableRecords",
  batch: "parseCheckpoint signCheckpoint",
  chain:
    "anchorCheckpoint compareDomain completeExit connectChain depositStake logPendingStore openEndpoints " +
    "openTransactions readLatest readOperatorDomain readStake registerOperator registryChecks requestExit rotateKey " +
    "verifyTimestamp withdrawCredit",
  daemon: "concernsOf startOperation",
  "daemon/config": "readConfig",
  development: "deployContracts startLocalChain",
  dispute:
    "announceRedemption answerDemand attestBundle authorizeClaim cancelByEntries cancelUnanswered claimAsHolder " +
    "demandNextAct findFaults openChallenge openDispute openHistory parseDispute parseFault proveFinalBatch " +
    "readBeneficiary readHeldExport readOpenChallenges readOpenDisputes reportFault requiredBond requiredDisputeBond " +
    "sendAnswer sendClaim settleAnnouncement settleChallenge settleDispute takeLead verifyDispute",
  http: "answerProof answerRefusal createActionSigner createSignedFetch webActions",
  "http/node": "fastifyActions fastifyUploads nodeActions nodeUploads",
  log: "openLog",
  "log/receipt": "checkReceipt placeOf",
  proof: "parseProof verifyProof",
  "proof/prover": "proveAbsence proveDisclosure proveOrder",
  "store/archive": "archiveFolder findMissingSegments",
  "store/guard": "createFileGuard createPostgresGuard exportGuard importGuard openPostgresGuard",
  "store/postgres": "openPostgresStore",
  "store/sqlite": "backUpSqliteStore openSqliteStore",
  testing: "openTestPlatform",
  tlog: "checkPolicy checkTiles httpTiles openTiles parseNote policyOf requestCosignatures witnessedCheckpoint",
  "tlog/node": "tileFolder",
  "verify/audit":
    "auditExport auditTiles buildReport formatReport importExport importTiles openHttpExport openKeptAudit " +
    "parseManifest renderHtml renderMarkdown writeExport",
  "verify/bundle": "formatTrust parseBundle parseTrust verifyBundle verifyRow",
  watch: "openWatch storeRecords",
};

type Call = (...given: unknown[]) => unknown;

/** What a call threw or rejected with, also if only the first item of its result does. */
async function thrownBy(call: Call, given: readonly unknown[]): Promise<unknown> {
  try {
    const result = (await call(...given)) as AsyncGenerator | undefined;
    if (typeof result?.[Symbol.asyncIterator] === "function") await result.next();
    return "nothing";
  } catch (error) {
    return error;
  }
}

it.each(Object.entries(CALLS))("a call of anchorlog/%s without what it needs says so", async (path, names) => {
  const module = (await import(path === "." ? "anchorlog" : `anchorlog/${path}`)) as Record<string, Call>;
  for (const name of names.split(" ")) {
    for (const given of [[], [null], [5]]) {
      const thrown = await thrownBy(module[name]!, given);
      expect(thrown, `${name}(${given.join()})`).toBeInstanceOf(AnchorlogError);
      expect((thrown as Error).message, name).not.toMatch(/of undefined|of null|is not a function/);
    }
  }
});

it("names the first member that is missing, and all that are needed", () => {
  const needed = ["store.heads()", "signer.address"];
  const call = (given: unknown) => () => assertGiven("attachTable", given, ...needed);
  expect(call({ store: { heads: () => {} }, signer: { address: "0x" } })).not.toThrow();
  expect(call({ store: { heads: "none" } })).toThrow(
    "attachTable was called without store.heads()\nTo fix it: give store.heads(), signer.address",
  );
  expect(call({ store: { heads: () => {} }, signer: null })).toThrow("without signer.address");
  for (const none of [undefined, null, 5, "options"]) expect(call(none)).toThrow("takes an object of options");
});
