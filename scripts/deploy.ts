import { deployContracts } from "../src/development/deploy.ts";
import type { DeploymentParameters } from "../src/chain/presets.ts";

type Provider = { request(question: { method: string; params?: readonly unknown[] }): Promise<unknown> };

/** Deploys all contracts by a provider of a local chain, as {@link deployContracts} does. */
export function deployLocally({ provider }: { readonly provider: Provider }, parameters?: DeploymentParameters) {
  const request = (method: string, params: readonly unknown[] = []) => provider.request({ method, params });
  return deployContracts({ request }, parameters);
}
