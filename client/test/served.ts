/** Clients of a server that runs in the test's process, by its clock. */
import { privateKeyToAccount } from "viem/accounts";
import type { DigestSigner } from "anchorlog/action";
import { formatTrust, signDescription, type TrustedOperator } from "anchorlog/verify/bundle";
import { createClient, type Client, type ClientOptions } from "@anchorlog/client";
import { newestCode, type TestServer } from "../../server/test/harness.ts";

let wallets = 0;
/** A new wallet. */
export const newWallet = () => privateKeyToAccount(`0x${(0xc11e0000 + ++wallets).toString(16).padStart(64, "0")}`);

/** A client that never waits in real time: `waited` has the durations that it asked for. */
export function clientOf(
  server: TestServer,
  options: Partial<ClientOptions> = {},
): Client & { readonly waited: number[]; readonly account: ReturnType<typeof newWallet> } {
  const waited: number[] = [];
  const account = newWallet();
  const client = createClient({
    url: server.parts.config.publicUrl.origin,
    account,
    operator: server.trusted,
    fetch: server.heldFetch,
    clock: () => server.clock.now,
    wait: async (milliseconds) => void waited.push(milliseconds),
    ...options,
  });
  return { ...client, waited, account };
}

/** An API's description of its operator, signed by a key. `more` replaces members. */
export async function describedBy(key: DigestSigner, operator: TrustedOperator, more: object = {}) {
  const { chainId, registry, operator: address } = operator;
  const content = {
    domain: { name: "API", version: "1", chainId, verifyingContract: registry },
    operator: address,
    registry,
    authority: "api.example",
    receipt_key: key.address.toLowerCase(),
    trust: JSON.parse(formatTrust(operator)) as object,
    ...more,
  };
  return { ...content, signature: await signDescription(operator, content, key) };
}

/** Signs a client in with the mailed code. */
export async function signIn(server: TestServer, client: Client, email: string): Promise<void> {
  await client.requestCode(email);
  await client.signIn(email, await newestCode(server, email));
}

/** The client of an organization's owner, whose wallet is registered. */
export async function ownerOf(
  server: TestServer,
  email: string,
  options: Partial<ClientOptions> = {},
): Promise<ReturnType<typeof clientOf>> {
  const client = clientOf(server, options);
  await signIn(server, client, email);
  await client.POST("/wallets/register", { body: { address: client.account.address } });
  return client;
}

/**
 * A network with faults, each for one request. `begin` sets the faults of the next requests, and clears the recorded
 * ones.
 */
export function faultyNetwork(serverOf: () => TestServer) {
  const faults: ((request: Request) => Promise<Response>)[] = [];
  const sent: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(request.clone());
    return (faults.shift() ?? serverOf().heldFetch)(request);
  };
  return {
    sent,
    fetch,
    through: (options: Partial<ClientOptions> = {}): Partial<ClientOptions> => ({ fetch, ...options }),
    begin: (...given: typeof faults): void => {
      faults.splice(0, faults.length, ...given);
      sent.length = 0;
    },
  };
}
