/** Known answers that recovery and signing must give before they are used. */
import { concat, equalBytes } from "../../base/bytes.ts";
import { fromHex, type Hex } from "../../base/hex.ts";
import { checkAnswer } from "../engine.ts";
import type { RecoverPublicKey } from "./recover.ts";
import type { SignDigest } from "./sign.ts";

/** Made with noble, as a test checks. Keys are x and y. `other` is the key for the other parity of R's y. */
export const ANSWERS: readonly {
  readonly digest: Hex;
  readonly secretKey: Hex;
  readonly signature: Hex;
  readonly recovery: 0 | 1;
  readonly publicKey: Hex;
  readonly other: Hex;
}[] = [
  {
    digest: "0xe28286e2d68287e2431e93a90976b129a22e712f6ca9856fb06bfcb84120aed6",
    secretKey: "0xb4b0536b83aad0229328ddc413871b21fe543578600b8b9350691632f0cc2e77",
    signature:
      "0xed4b0ed994d2d027f26896994dcfac925cab95250cc5c768ba99090f8ef2bc7232f406474ac34b5777c23efde0defbb120b5859ab262f86857faacb521b9c0a7",
    recovery: 1,
    publicKey:
      "0x725a89d9ad9790b218bb76d775e16952677c6e0934b4d404fefd48196fe9a00f7fa0d5ea3d675354eb72c78c06a93898651766584b13f0c88a6d7ef223bb6e4f",
    other:
      "0xbbc3dced9debeb0547dadfe29cdf9e6d71cd74583b154bad97ddd01af26c91fa435e8237e41819a6c0cdb3e0b399767cbcaa781c723bf397fa53d7053f686cb4",
  },
  {
    digest: "0xc3cce2cd1701866a80bb7ce6a922f11bad7082578874e83cb1c11ea78e0a7af4",
    secretKey: "0x31b83d710b04491f538a87952d64261667f1de0ed91905ccbb2c534a48a205fc",
    signature:
      "0x707ec822a55d18ebc5f6893c25de6a417a19568171abe0c30b2b7ec2d19de0e71b5d8b6b53e80ad942c598a4cf5db236fef3029af8f14d295fa5ce6242b44ca4",
    recovery: 0,
    publicKey:
      "0x1b0a6403fe18588663b028df736b3ac1ed3a1ff2c3c264219b580a7000ef7f8b36600021c04d7e66530ad0c9d8ce0d6f42fdc81ec22bf300494e1b13b92de61f",
    other:
      "0x4463c7856620d21e24658a737d0559bceb67a5b7310e75bea255bb5b3ff8d9d75d3d976facb2de1576146044b4caba0efbc6908f65aa7e3c06d9631b7eaf9b64",
  },
  {
    digest: "0x69aeb90e87903cf2978f561ef5e749de80703846a7c7c8deef1b1d7a341f452e",
    secretKey: "0x54db6ac1cb567c98918b0dc864e81101eda59de02de71710666c12374c37f9f0",
    signature:
      "0xf90afca0f754e67d477a06ef33f946482412ac0d300207b5331b3299fa0bbe4055a6874e5bef550d6b19de1cf0f74b0f420878b329a4c152bcf1c1636db9163f",
    recovery: 1,
    publicKey:
      "0x195d46ea62dd661d1b06c3d2c21156ade1a5f99259bbe4749666ec3cae2cbaf002917c23c6c1ad335b708d109a84c64d639e11b02e3dac799f5642bb60cdbddd",
    other:
      "0xd01872a70fd953e9be6c9f20ce1470d8aeda7f3a2bc6a33006ffc4aed1699d6e26e3920a082ab56f6d584581ae959c18e3e5cabe1d3d5af6546b422c418041fa",
  },
  {
    // The largest digest, which is above n.
    digest: "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    secretKey: "0x2b80951fca7da124465768786bd410eabf3b664cd8a194103a9c8fded6ef8c6a",
    signature:
      "0xbf46a1ae872b1bf54ed81fec4dffd24813022c976f97a57b02d65b6ad8bcef2d0139f075bfe40aa301f7660ba0bf815ad6594f78fcde1e4ad24daccfed6c7a49",
    recovery: 0,
    publicKey:
      "0x97492c3700f50ebc289266f2e7db394189ef3a695d89e6b1c9cfc77c8a88a97ef6d362414c782990bf0ff6da8baa697e7c197211926fcc0c24a16d0fc7a52b4e",
    other:
      "0xbca52d5050ad224549b0f32a61e0d5b1fa1234db138cdfd9f29a3028f4b1879da125a548f6db8916582febf96d8cb05db376803223ba2bdd1fa4a008cb7b2fe2",
  },
];

/** The last key of {@link chainOf}, made with noble, too. */
export const CHAIN: Hex =
  "0xbcb3167154f8d685ff13cae97f03f2c115c01472087cc1d8f7119279794dcc31de60bf48d6e7633342478e6d4760e1880215e8a5a3e5f645f5679e640c93145cba5582c165c546aaa219e49af31706a22c248619923cd61c70f1eb7fa6cbbf230e9289478e1b6ac1f6e04d59dea21d077e7ec9b628308485845185ee695736cb";
const LINKS = 16;
/** So many that nearly every entry of the comb's table is used. */
const SIGNATURES = 8;

/**
 * Computes a chain of signatures and recovered keys, and returns its end. An error in any link changes the end. In each
 * link, a key signs a digest, then r as the key signs s as the digest, and so on. The next link's key and digest are
 * made from the two keys that may have made the last signature, and from its s.
 */
export function chainOf(recover: RecoverPublicKey, sign: SignDigest): Uint8Array | undefined {
  let [secretKey, digest] = [fromHex(ANSWERS[0]!.secretKey), fromHex(ANSWERS[1]!.digest)];
  let keys: Uint8Array[] = [];
  for (let i = 0; i < LINKS; i++) {
    let signed = sign(digest, secretKey);
    for (let k = 1; k < SIGNATURES; k++) {
      [digest, secretKey] = [signed.subarray(32, 64), signed.subarray(0, 32)];
      signed = sign(digest, secretKey);
    }
    const found = [0, 1].map((other) => recover(digest, signed.subarray(0, 64), signed[64]! ^ other));
    if (!found.every((key) => key !== undefined)) return undefined;
    keys = found;
    const [own, other] = keys as [Uint8Array, Uint8Array];
    secretKey = own.map((byte, at) => byte ^ other[at ^ 32]!).subarray(0, 32);
    digest = other.map((byte, at) => byte ^ own[at ^ 32]! ^ signed[32 + at]!).subarray(0, 32);
  }
  return concat(...keys);
}

/** G's x coordinate; and 5, which no point has as its x coordinate. */
const GENERATOR_X = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
const OFF_CURVE_X = "05".padStart(64, "0");
const ONE = "01".padStart(64, "0");

/**
 * Signatures that random tests never find; noble recovers the same keys. In the one with r = 1, the digest is above n.
 * In the one with r = s = -e, recovery adds a point to itself.
 */
export const RARE: readonly { readonly digest: Hex; readonly signature: Hex; readonly publicKey: Hex }[] = [
  {
    digest: "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    signature: `0x${ONE}${"02".padStart(64, "0")}`,
    publicKey:
      "0xe211322b760e34428434486142bba76fbd5298997562f89eac08748e579350dc05b0e491f6300f12c4afeb799bd5a9d19da2752f2239fec44f62422ac9b737bf",
  },
  {
    digest: "0x8641998106234453aa5f9d6a3178f4f7b812e00b817a776265dfdd31b93e29a9",
    signature: `0x${GENERATOR_X}${GENERATOR_X}`,
    publicKey:
      "0xc6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee51ae168fea63dc339a3c58419466ceaeef7f632653266d0e1236431a950cfe52a",
  },
];

/** @throws Error if an answer is wrong. */
export function checkCurve(recover: RecoverPublicKey, sign: SignDigest): void {
  for (const { digest: digestHex, secretKey, signature: signatureHex, recovery, publicKey, other } of ANSWERS) {
    const [digest, signature] = [fromHex(digestHex), fromHex(signatureHex)];
    const signed = sign(digest, fromHex(secretKey));
    checkAnswer(equalBytes(signed, Uint8Array.of(...signature, recovery)), "a signature");
    const found = recover(digest, signature, recovery);
    checkAnswer(found !== undefined && equalBytes(found, fromHex(publicKey)), "a signature's key");
    const otherFound = recover(digest, signature, 1 - recovery);
    checkAnswer(otherFound !== undefined && equalBytes(otherFound, fromHex(other)), "the other parity's key");
  }
  const chain = chainOf(recover, sign);
  checkAnswer(chain !== undefined && equalBytes(chain, fromHex(CHAIN)), "keys that come of each other");
  for (const { digest, signature, publicKey } of RARE) {
    const found = recover(fromHex(digest), fromHex(signature), 0);
    checkAnswer(found !== undefined && equalBytes(found, fromHex(publicKey)), "a rare signature's key");
  }
  const one = fromHex(`0x${ONE}`);
  checkAnswer(recover(one, fromHex(`0x${OFF_CURVE_X}${ONE}`), 0) === undefined, "a signature without a key");
  // R = G and s = e: the key would be (s R - e G) / r, the point at infinity. G's y is even.
  checkAnswer(recover(one, fromHex(`0x${GENERATOR_X}${ONE}`), 0) === undefined, "the point at infinity as a key");
}
