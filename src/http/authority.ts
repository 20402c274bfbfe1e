import { AnchorlogError } from "../base/errors.ts";
import { abbreviate } from "../base/hex.ts";

/**
 * Checks the public name of an API and returns it. It is the host of the API's https URL as WHATWG URL writes it: in
 * lower case, with the port unless it is 443 (`api.example`, `api.example:8443`).
 *
 * @throws AnchorlogError `bad_authority` if it does not have this form.
 */
export function checkAuthority(authority: string): string {
  if (typeof authority !== "string") {
    throw new AnchorlogError("bad_authority", `the option authority is not a name: ${abbreviate(authority)}`, {
      fix: 'give the host of the API\'s URL: "api.example"',
    });
  }
  const url = URL.canParse(`https://${authority}`) ? new URL(`https://${authority}`) : undefined;
  if (url !== undefined && url.host === authority) return authority;
  // If a whole URL was given, suggests its host.
  const meant = authority.includes("://") && URL.canParse(authority) ? new URL(authority) : url;
  throw new AnchorlogError("bad_authority", `${JSON.stringify(authority)} is not the name of an API`, {
    fix: `write it as the host of its URL${meant === undefined ? "" : `: ${JSON.stringify(meant.host)}`}`,
  });
}

/** The name and origins of an API. */
export type Api = {
  /** The API's public name, as its operator configured it; see {@link checkAuthority}. */
  readonly authority: string;
  /** The origins that requests may be signed for; by default `https://` and the authority. */
  readonly origins?: readonly string[];
};

/** @throws AnchorlogError `bad_authority` or `bad_origin` if a part is malformed. */
export function checkApi({ authority, origins = [`https://${checkAuthority(authority)}`] }: Api): Required<Api> {
  for (const origin of origins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new AnchorlogError("bad_origin", `${JSON.stringify(origin)} is not an origin`, {
      fix: "write scheme, host, and the port unless it is the scheme's default: https://api.example",
    });
  }
  return { authority: checkAuthority(authority), origins };
}

/** @throws AnchorlogError `foreign_origin` if the URL is not of the API's origins. */
export function checkOrigin({ origin }: URL, { origins }: Required<Api>): void {
  if (origins.includes(origin)) return;
  throw new AnchorlogError("foreign_origin", `nothing is signed for ${origin}`, {
    fix: `this client signs for ${origins.join(", ")}: if it is the same API's, add it to the option origins`,
    details: { origin, origins },
  });
}
