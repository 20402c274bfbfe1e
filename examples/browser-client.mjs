// A page's client for the servers of these examples: it signs a transfer, checks the receipt, and verifies the proof.
// A page imports `transfer`, and signs by `walletAccount(window.ethereum, address)` of anchorlog/http.
//
//     npm install anchorlog
//     node browser-client.mjs [URL]    the same without a browser, as a wallet that everybody knows
import { defineActions, verifyBundle } from "anchorlog";
import { createActionPost } from "anchorlog/http";
import { placeOf } from "anchorlog/log/receipt";

/** The operator and the key that the page trusts. They come with the page or from the chain, never from the API. */
const platform = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const operator = { chainId: 31337, registry: platform, operator: platform, name: "My Platform", version: "1" };
const receiptKey = "0x90f79bf6eb2c4f870365e785982e1f101e93b906";
const types = defineActions({ Transfer: { objectId: "string", to: "address" } });

/** Transfers a seat. Returns the receipt, which the page should keep: it is the operator's signed promise. */
export async function transfer(account, url, objectId, to) {
  const api = { authority: "tickets.example", origins: [url] };
  const post = createActionPost({ account, operator, log: "acme", types, receiptKey, ...api });
  const response = await post(`${url}/transfers`, "Transfer", { objectId, to });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).receipt; // `post` has checked it
}

/** Fetches the proof that a receipt is for, and judges it by a checkpoint, which may come from anybody. */
export async function prove(receipt, url) {
  const { log, index } = placeOf(receipt);
  const [bundle, checkpoint] = await Promise.all(
    [`/proofs/${log}/${index}`, "/checkpoint"].map(async (path) => (await fetch(url + path)).text()),
  );
  return verifyBundle(bundle, { checkpoint });
}

if (globalThis.process?.argv[1]?.endsWith("browser-client.mjs")) {
  const { mnemonicToAccount } = await import("viem/accounts");
  const account = mnemonicToAccount("test test test test test test test test test test test junk", { addressIndex: 4 });
  const url = process.argv[2] ?? "http://localhost:3000";
  const receipt = await transfer(account, url, "seat 7", account.address);
  await fetch(`${url}/checkpoint`); // from here on, a checkpoint covers the entry
  const { verdict, state, message } = await prove(receipt, url);
  console.log(`${verdict}, ${state}: ${message}`);
}
