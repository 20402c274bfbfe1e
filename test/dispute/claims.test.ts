import { readFileSync } from "node:fs";
import { bn254 } from "@noble/curves/bn254.js";
import hre from "hardhat";
import { getContractAddress, type Account, type Chain, type Transport, type WalletClient } from "viem";
import { describe, expect, it } from "vitest";
import { depositStake, presets, registerOperator, type ChainWriter } from "anchorlog/chain";
import { fromHex, toHex, type Hex } from "anchorlog";
import { readDisclosure } from "anchorlog/proof";
import { atEnd } from "../ends.ts";
import { decodeProof, encodeProof } from "../../src/proof/groth16.ts";
import { developmentAccount, developmentSigner, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { encodeHeader, hashCheckpoint, hashHeader } from "../../src/batch/index.ts";
import { uintToBytes } from "../../src/base/bytes.ts";
import {
  authorizeClaim,
  claimKey,
  claimStatement,
  claimTypedData,
  readBeneficiary,
  readClaims,
  sendClaim,
  verifyAuthorization,
  type ClaimEvidence,
} from "../../src/dispute/claims/claims.ts";
import { proveFinalBatch } from "../../src/dispute/claims/finalBatches.ts";
import { buildTree, inclusionProof, treeRoot } from "../../src/crypto/merkle/index.ts";
import { keys, operator as template } from "../operator.ts";

type Vector = {
  name: string;
  statement: { count: number; zkRoot: Hex; entry: { payloadType: string } };
  proof: Hex;
  signals: Hex[];
};

const vectors = (
  JSON.parse(readFileSync(new URL("../vectors/disclosure.json", import.meta.url), "utf8")) as { valid: Vector[] }
).valid.map((vector) => ({ ...vector, signals: vector.signals.map(BigInt), proof: fromHex(vector.proof) }));

const FINALITY = 6;
const timing = { challengeWindow: 3n, responseTime: 2n, margin: 1n, minAnchorInterval: 2n, ringLength: 8 };
const { rewardGas, rewardFloor } = presets.local.stake;
const stakeParameters = { minimumStake: 10n ** 18n, rewardGas, rewardFloor };

const { viem, networkHelpers } = await hre.network.create();
const publicClient = await viem.getPublicClient();
const [deployer, , , operatorWallet, thief, judge] = await viem.getWalletClients();
const lower = (address: string) => address.toLowerCase() as Hex;
const writer = (walletClient: WalletClient<Transport, Chain, Account>): ChainWriter => ({ publicClient, walletClient });

const nonce = await publicClient.getTransactionCount({ address: deployer!.account.address });
const at = (i: number) => getContractAddress({ from: deployer!.account.address, nonce: BigInt(nonce + i) });
const registry = await viem.deployContract("AnchorRegistry", [timing, at(1)]);
const judges = [judge!.account.address, judge!.account.address] as const;
const stake = await viem.deployContract("OperatorStake", [stakeParameters, at(0), ...judges]);
const verifier = await viem.deployContract("DisclosureVerifier");
const contract = await viem.deployContract("Claims", [registry.address, verifier.address]);
const claims = lower(contract.address);
const operator = { ...template, registry: lower(registry.address), operator: lower(operatorWallet!.account.address) };

/** For each vector a batch in a separate log, all under one checkpoint. */
const logs = vectors.map((_, i) => toHex(uintToBytes(0x1000 + i, 32)));
const headers = vectors.map(({ statement }, i) =>
  encodeHeader({
    log: fromHex(logs[i]!),
    number: 0,
    start: 0,
    count: statement.count,
    prevLeaf: undefined,
    parent: new Uint8Array(32),
    prevHead: fromHex(logs[i]!),
    head: new Uint8Array(32).fill(1),
    root: new Uint8Array(32).fill(2),
    zkRoot: uintToBytes(BigInt(statement.zkRoot), 32),
    closedAt: 1,
  }),
);
const tree = buildTree(headers.map(hashHeader));
const evidence = (i: number): ClaimEvidence => ({
  operator: operator.operator,
  batch: { sequence: 0n, position: BigInt(i), header: toHex(headers[i]!), proof: inclusionProof(tree, i).map(toHex) },
  proof: vectors[i]!.proof,
  signals: vectors[i]!.signals,
});
const read = (i: number) => readDisclosure(vectors[i]!.signals, vectors[i]!.statement.entry.payloadType);
const isCanonical = (i: number) => {
  try {
    return claimStatement(operator.operator, logs[i]!, vectors[i]!.signals) !== undefined;
  } catch {
    return false;
  }
};
const indices = vectors.map((_, i) => i);
const canonical = indices.filter(isCanonical);
const address = (value: bigint) => toHex(uintToBytes(value, 20));
const signers = new Map([0, 1, 4].map((i) => [lower(developmentAccount(i, LOCAL_CHAIN_ID).address), i]));
const signerOf = (who: Hex) => developmentSigner(signers.get(who)!, LOCAL_CHAIN_ID);
const DEADLINE = 4_000_000_000;
const terms = (i: number) => ({
  operator,
  log: logs[i]!,
  nullifier: read(i).nullifier,
  beneficiary: address(read(i).beneficiary),
  deadline: DEADLINE,
});
const subjectOf = (i: number) => address(read(i).subject.address);
const authorized = async (i: number): Promise<ClaimEvidence> => ({
  ...evidence(i),
  authorization: await authorizeClaim(terms(i), signerOf(subjectOf(i))),
});
const send = (i: number, what: ClaimEvidence, by = thief!) =>
  sendClaim(writer(by), claims, what, vectors[i]!.statement.entry.payloadType);

await registerOperator(writer(operatorWallet!), operator, { ...operator, maxAnchorDelay: 4, ...keys });
await depositStake(writer(operatorWallet!), operator);
const checkpoint = { size: headers.length, root: treeRoot(tree) };
const signature = await keys.anchorKey.sign({ hash: toHex(hashCheckpoint(operator, checkpoint)) });
const { size, root } = { size: BigInt(checkpoint.size), root: toHex(checkpoint.root) };
await registry.write.anchor([operator.operator, size, root, [], signature]);

/** Reverts a test's changes of the chain at its end. */
const aside = async (): Promise<void> => atEnd((await networkHelpers.takeSnapshot()).restore);
const [first = 0] = canonical;

describe("a claim with a real proof", () => {
  it("is refused before its batch is final", async () => {
    expect(canonical.length).toBeGreaterThan(0);
    await expect(send(first, await authorized(first))).rejects.toThrow(/CheckpointNotFinal/);
    await networkHelpers.time.increase(FINALITY);
  });

  it.each(canonical)("is recorded for its beneficiary, whichever account sends it (vector %i)", async (i) => {
    const { beneficiary, nullifier } = terms(i);
    const statement = claimStatement(operator.operator, logs[i]!, vectors[i]!.signals);
    expect(await contract.read.keyOf([statement])).toBe(claimKey(statement));
    expect(await readBeneficiary(publicClient, claims, statement, nullifier)).toBeUndefined();
    await aside();
    const { logs: events } = await send(i, await authorized(i));
    expect(await readBeneficiary(publicClient, claims, statement, nullifier)).toBe(beneficiary);
    expect(await contract.read.isProven([statement, nullifier, beneficiary])).toBe(true);
    expect(await contract.read.isProven([statement, nullifier, thief!.account.address])).toBe(false);
    const recorded = readClaims(claims, events);
    expect(recorded).toEqual([{ key: claimKey(statement), statement, nullifier, beneficiary }]);
    expect(claimKey(recorded[0]!.statement)).toBe(recorded[0]!.key);
    expect(readClaims(lower(registry.address), events)).toEqual([]);
  });

  it("needs only the header of a batch that was proven before", async () => {
    await aside();
    const bare = { sequence: 0n, position: 0n, header: toHex(headers[first]!), proof: [] };
    const claim = { ...(await authorized(first)), batch: bare };
    await expect(send(first, claim)).rejects.toThrow(/NotInBatchLog|ProofLength/);
    await proveFinalBatch(writer(thief!), claims, evidence(first));
    const { logs: events } = await send(first, claim);
    expect(readClaims(claims, events)).toHaveLength(1);
  });

  it("is refused if any of its values is changed", async () => {
    const { signals } = vectors[first]!;
    const { batch, proof } = evidence(first);
    for (const at of [0, 2, 5, 7]) {
      const changed = signals.with(at, signals[at]! ^ 1n);
      const [nullifier] = changed as [bigint];
      const { signature } = await authorizeClaim({ ...terms(first), nullifier }, signerOf(subjectOf(first)));
      const statement = claimStatement(operator.operator, logs[first]!, changed);
      const given = { deadline: BigInt(DEADLINE), signature };
      const args = [statement, nullifier, terms(first).beneficiary, batch, toHex(proof), given] as const;
      await expect(contract.write.claim(args)).rejects.toThrow(/ProofInvalid/);
    }
    const other = indices.find((i) => read(i).zkRoot !== read(first).zkRoot);
    const elsewhere = { ...(await authorized(first)), batch: evidence(other!).batch };
    await expect(send(first, elsewhere)).rejects.toMatchObject({ code: "batch_mismatch" });
  });

  it("counts once, even with another form of the proof (proof theft, replay)", async () => {
    await aside();
    const claim = await authorized(first);
    await send(first, claim);
    // Groth16: if (A, B, C) is a valid proof, so is (s·A, B/s, C).
    const { a, b, c } = decodeProof(claim.proof);
    const s = 7n;
    const one = bn254.G1.Point.fromAffine(a).multiply(s).toAffine();
    const fp2 = bn254.fields.Fp2;
    const point = bn254.G2.Point.fromAffine({
      x: fp2.fromBigTuple([b.x.c0, b.x.c1]),
      y: fp2.fromBigTuple([b.y.c0, b.y.c1]),
    });
    const other = point.multiply(bn254.fields.Fr.inv(s)).toAffine();
    const proof = encodeProof({ a: one, b: other, c });
    expect(await verifier.read.verify([toHex(proof), [...claim.signals]])).toBe(true);
    await expect(send(first, { ...claim, proof })).rejects.toThrow(/NullifierUsed/);
    await expect(send(first, claim)).rejects.toThrow(/NullifierUsed/);
  });

  it("with slots in another order is refused before it costs gas", async () => {
    const others = indices.filter((i) => !isCanonical(i));
    expect(others.length).toBeGreaterThan(0);
    for (const i of others) {
      const sent = send(i, await authorized(i));
      await expect(sent, vectors[i]!.name).rejects.toMatchObject({ code: "slots_not_canonical" });
    }
  });
});

describe("an authorization", () => {
  const claim = read(first);
  const [{ log }, now] = [terms(first), DEADLINE];
  const where = { operator, log };

  it("is the signature that a wallet makes of the typed data", async () => {
    const account = developmentAccount(signers.get(subjectOf(first))!, LOCAL_CHAIN_ID);
    const { signature } = await authorizeClaim(terms(first), signerOf(subjectOf(first)));
    expect(await account.signTypedData(claimTypedData(terms(first)))).toBe(signature);
  });

  it("gets the same verdict from TypeScript and the contract", async () => {
    const signer = signerOf(subjectOf(first));
    const good = await authorizeClaim(terms(first), signer);
    const by = async (change: Partial<ReturnType<typeof terms>>) => ({
      ...(await authorizeClaim({ ...terms(first), ...change }, signer)),
      deadline: DEADLINE,
    });
    const expired = await authorizeClaim({ ...terms(first), deadline: 1 }, signer);
    const foreign = (registry: Hex) => by({ operator: { ...operator, registry } });
    const cases = [
      ["good", good, "valid"],
      [
        "by another account",
        await authorizeClaim(terms(first), signerOf(lower(thief!.account.address))),
        "not_authorized",
      ],
      ["for another beneficiary", await by({ beneficiary: lower(thief!.account.address) }), "not_authorized"],
      ["for another entry or scope", await by({ nullifier: claim.nullifier + 1n }), "not_authorized"],
      ["for another log", await by({ log: logs.at(-1)! }), logs.length > 1 ? "not_authorized" : "valid"],
      ["of another operator", await by({ operator: { ...operator, operator: claims } }), "not_authorized"],
      ["under another registry", await foreign(claims), "not_authorized"],
      ["of another chain", await by({ operator: { ...operator, chainId: 1 } }), "not_authorized"],
      ["expired", expired, "authorization_expired"],
      ["cut short", { ...good, signature: good.signature.slice(0, -2) as Hex }, "signature_malformed"],
    ] as const;
    const brief = await authorizeClaim({ ...terms(first), deadline: now }, signer);
    expect(verifyAuthorization(claim, where, brief, now).valid).toBe(true);
    expect(verifyAuthorization(claim, where, brief, now + 1)).toMatchObject({ code: "authorization_expired" });
    for (const [name, authorization, expected] of cases) {
      const verdict = verifyAuthorization(claim, where, authorization, now);
      expect(verdict.valid ? "valid" : verdict.code, name).toBe(expected);
      const { restore } = await networkHelpers.takeSnapshot();
      const sent = send(first, { ...evidence(first), authorization });
      if (verdict.valid) await sent;
      else await expect(sent, name).rejects.toThrow(/NotAuthorized|AuthorizationExpired|ECDSAInvalidSignature/);
      await restore();
    }
  });

  it("is needed only if the beneficiary is not the subject", async () => {
    const code = (given: typeof claim) => {
      const verdict = verifyAuthorization(given, where, undefined, now);
      return verdict.valid ? "valid" : verdict.code;
    };
    expect(code(claim)).toBe("missing_authorization");
    expect(code({ ...claim, beneficiary: claim.subject.address })).toBe("valid");
    expect(code({ ...claim, beneficiary: 0n })).toBe("no_beneficiary");
    await expect(send(first, evidence(first))).rejects.toThrow(/AuthorizationExpired/);
  });

  it("does not help once the log is frozen (hidden faults)", async () => {
    await aside();
    await stake.write.convict([operator.operator, judge!.account.address, logs[first]!, 0n], {
      account: judge!.account,
    });
    // A batch that was final at the freeze stays final.
    await send(first, await authorized(first));
  });
});
