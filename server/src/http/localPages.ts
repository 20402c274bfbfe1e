/** Pages for development show private data, so only browsers on this machine may read them. */
import type { onRequestHookHandler } from "fastify";
import type { Config } from "../foundation/config.ts";
import { ApiError } from "./errors.ts";

const LOCAL = /^(?:(?:.+\.)?localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

/**
 * Rejects requests unless their host is this machine or the API's own. A stranger's page could otherwise reach this
 * server through its own name (DNS rebinding), and the browser would treat both as one site.
 */
export function onlyLocal({ publicUrl }: Pick<Config, "publicUrl">): onRequestHookHandler {
  return (request, _reply, done) => {
    // Use the field as the browser sent it. A page can set X-Forwarded-Host, but not Host.
    const host = (request.headers.host ?? "").toLowerCase().replace(/:[0-9]*$/, "");
    if (LOCAL.test(host) || host === publicUrl.hostname) return done();
    done(
      new ApiError(
        403,
        "not_local",
        "this page is for development: read it at localhost or at the host of PUBLIC_URL",
        {
          field: "Host",
        },
      ),
    );
  };
}
