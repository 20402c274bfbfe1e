/** Pages for development: they show what is nobody else's, so that only this machine's browsers may read them. */
import type { onRequestHookHandler } from "fastify";
import type { Config } from "../config.ts";
import { ApiError } from "./errors.ts";

const LOCAL = /^(?:(?:.+\.)?localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

/**
 * Refuses requests for another host than this machine or the API's own. A page of a stranger's reaches a server here by a
 * name of its own that leads to this machine (DNS rebinding), and the browser takes both for one site.
 */
export function onlyLocal({ publicUrl }: Pick<Config, "publicUrl">): onRequestHookHandler {
  return (request, _reply, done) => {
    // The field as the browser sent it: a page may set X-Forwarded-Host, and never this one.
    const host = (request.headers.host ?? "").toLowerCase().replace(/:[0-9]*$/, "");
    if (LOCAL.test(host) || host === publicUrl.hostname) return done();
    done(
      new ApiError(403, "not_local", "this is for development, and is read at localhost or at the host of PUBLIC_URL", {
        field: "Host",
      }),
    );
  };
}
