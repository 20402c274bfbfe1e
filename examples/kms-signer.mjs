// An operator whose receipt key is in AWS KMS: the key never leaves the service, and signs each receipt there.
//
//     npm install anchorlog
//     KMS_KEY_ID=alias/receipts AWS_REGION=eu-central-1 AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… node kms-signer.mjs
//
// The key is of the kind ECC_SECG_P256K1 for SIGN_VERIFY, and the role may kms:GetPublicKey and kms:Sign. The anchor
// key can be in KMS, too. On a real chain, register the addresses first: `npx anchorlog register`.
import { defineActions, openAnchorlog, verifyBundle } from "anchorlog";
import { kmsSigner } from "anchorlog/action/signers";
import { checkpointOrigin } from "anchorlog/action";
import { developmentPlatform } from "anchorlog/development"; // keys that everybody knows
import { createActionSigner } from "anchorlog/http";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { ed25519NoteKey } from "anchorlog/tlog";

const { KMS_KEY_ID: keyId, AWS_REGION: region, KMS_ENDPOINT: endpoint } = process.env;
const receiptKey = await kmsSigner({ keyId, region, ...(endpoint && { endpoint }) });
console.log(`receipts are signed by ${receiptKey.address}, the key ${keyId} in ${region}`);

const { operator, keys, wallets } = developmentPlatform();
const { anchorKey, noteKey } = keys;
const types = defineActions({ Transfer: { objectId: "string", to: "address" } });
const store = await openSqliteStore(":memory:");
const anchorlog = await openAnchorlog({ store, operator, logs: ["acme"], types, keys: { ...keys, receiptKey } });

const sign = createActionSigner({ account: wallets[0], operator, log: "acme", types });
const answer = await anchorlog.submit(await sign("Transfer", { objectId: "seat 7", to: wallets[1].address }));
// If the service fails, the action is in the log, and a retry gets its receipt.
if (answer.status !== "accepted") throw new Error(`${answer.code}: ${answer.message}`);

// A verifier that trusts these keys finds the receipt good: the operator is bound by the key in the service.
const trusted = {
  chainId: operator.chainId,
  registry: operator.registry,
  operator: operator.operator,
  anchorKey: anchorKey.address.toLowerCase(),
  receiptKey: receiptKey.address,
  noteKey: ed25519NoteKey(checkpointOrigin(operator), noteKey.publicKey),
};
const bundle = JSON.stringify(await anchorlog.bundle({ log: answer.log, index: answer.index }));
const { verdict, state, message } = await verifyBundle(bundle, { operator: trusted });
console.log(`${verdict}, ${state}: ${message}`);
await anchorlog.close();
