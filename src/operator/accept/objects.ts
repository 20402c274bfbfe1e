/** Queries about objects: the newest act, all acts, and a signed `Ask`. */
import type { Setting } from "../setting.ts";
import type { SealParts } from "../seal/sealParts.ts";
import { readAddress } from "../../action/address.ts";
import type { Domain } from "../../action/domain.ts";
import { encodeMessage, toTypedData } from "../../action/envelope.ts";
import type { Message } from "../../action/kinds.ts";
import { randomNonce } from "../../action/nonce.ts";
import { PART_ACT } from "../../action/part.ts";
import type { DigestSigner } from "../../action/signature.ts";
import { signDigest } from "../../action/signer.ts";
import type { Bundle } from "../../verify/bundle/bundle.ts";
import { abbreviate, fromHex, isHex, toHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { assertOptionsOf } from "../../base/options.ts";
import { decodeEntry } from "../../log/entry.ts";
import { storeDamaged } from "../../log/damaged.ts";
import type { Accepting } from "./accepting.ts";
import type { EntryPlace } from "../seal/bundling.ts";
import type { Submission } from "./submit.ts";

/** An object in a log. */
export type ObjectPlace = {
  readonly log: string;
  /** 32 bytes, as `objectKeyOf` returns it. */
  readonly objectKey: Hex;
};

/** The newest act upon an object, according to the store. */
export type NewestActOf = {
  /** The index of its entry. */
  readonly index: number;
  /** The only address that may act next, 20 bytes: `0xff…ff` if anybody may, zero if nobody may. */
  readonly holder: Hex;
};

export type Objects = {
  readonly newest: (of: ObjectPlace) => Promise<NewestActOf | undefined>;
  readonly history: (of: ObjectPlace & Pick<EntryPlace, "size">) => AsyncGenerator<Bundle, void, undefined>;
  readonly ask: (of: ObjectPlace & { readonly signer: DigestSigner }) => Promise<Submission>;
};

/** Seconds from now to an ask's deadline. */
const ASK_WITHIN = 300;

export function createObjects(
  options: Setting &
    Pick<SealParts, "logs"> & { bundle: (at: EntryPlace) => Promise<Bundle>; submit: Accepting["submit"] },
): Objects {
  const { operator, context, logs, bundle, submit, clock, maxDeadlineAhead } = options;
  const { name, version, chainId, registry: verifyingContract } = operator;
  const domain: Domain = { name, version, chainId, verifyingContract };
  const kind = context.kinds.get("Ask")!;

  const newest: Objects["newest"] = async (of) => {
    assertOptionsOf("newest", of, "give { log, objectKey }");
    const { log: name, objectKey } = of;
    const key = readKey(objectKey);
    const found = await (await logs.find(name)).log.newestAct(key);
    return found && { index: found.index, holder: toHex(found.holder) };
  };

  async function* history(of: Parameters<Objects["history"]>[0]) {
    assertOptionsOf("history", of, "give { log, objectKey }");
    const { log, objectKey, size } = of;
    let next = (await newest({ log, objectKey }))?.index;
    while (next !== undefined) {
      const made = await bundle({ log, index: next, size });
      const entry = decodeEntry(fromHex(made.entry));
      if (entry.part !== PART_ACT || toHex(entry.objectKey) !== objectKey) {
        throw storeDamaged(toHex(entry.log), next, `it is not an act upon the object ${objectKey}`);
      }
      yield made;
      // Always less than the entry's own index, so the loop ends.
      next = entry.prior;
    }
  }

  const ask: Objects["ask"] = async (about) => {
    assertOptionsOf("ask", about, "give { log, objectKey, signer }");
    const { log: name, objectKey, signer } = about;
    readKey(objectKey);
    if (typeof signer?.sign !== "function") {
      throw new AnchorlogError("bad_key", "ask has no signer", {
        fix: "give a signer of anchorlog/action/signers, privateKeySigner(…), or a viem account",
      });
    }
    const message: Message = {
      log: (await logs.find(name)).log.id,
      actor: readAddress(signer.address, "signer.address"),
      nonce: randomNonce(),
      deadline: `${BigInt(Math.floor(clock() / 1000) + Math.min(ASK_WITHIN, maxDeadlineAhead))}`,
      payload: { objectKey },
    };
    const { digest } = encodeMessage(kind, message, context.domainSeparator);
    const signature = await signDigest(signer, digest, () => toTypedData(kind, message, domain));
    return (await submit([{ primaryType: kind.name, message, signature }]))[0]!;
  };

  return { newest, history, ask };
}

function readKey(objectKey: unknown): Uint8Array {
  if (isHex(objectKey, 32)) return fromHex(objectKey, 32);
  throw new AnchorlogError("bad_object_key", `an object's key is 0x and 64 digits, not ${abbreviate(objectKey)}`, {
    fix: "give what objectKeyOf makes of a kind and its payload: lower-case hex of 32 bytes",
  });
}
