// The platform of the examples: its organizations, its kinds of actions, its EIP-712 domain.
import { defineActions } from "anchorlog";

/** One log for each organization. */
export const ORGANIZATIONS = ["acme-games", "museo.digital"] as const;

/** The operator's EIP-712 domain, and the seconds within which it promises to anchor. */
export const PLATFORM = { name: "Example Platform", version: "3", maxAnchorDelay: 3_600 } as const;

/** The public host of the operator's API. Signed requests contain it. */
export const AUTHORITY = "api.platform.example";

/** The actions that wallets sign, besides HTTP requests. The object comes first, since disputes are about objects. */
export const types = defineActions({
  Mint: { objectId: "string", to: "address", templateId: "string", edition: "uint32" },
  Transfer: { objectId: "string", to: "address", price: "uint128", salt: "bytes32" },
  Update: { objectId: "string", property: "string", value: "string" },
});
