/** The address that the server listens at. */
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import type { Config } from "./config.ts";
import { ServerError } from "./errors.ts";

type ListenAddress = Pick<Config, "host" | "port">;

export function cannotListen({ host, port }: ListenAddress, cause: unknown): ServerError {
  const { code } = cause as NodeJS.ErrnoException;
  return new ServerError("cannot_listen", `nothing can listen at ${host}, port ${port} (${code})`, {
    fix: "end what listens there, or set HOST or PORT",
    cause,
  });
}

/** Reserves a free port until it is released. */
export async function holdPort(
  host: string,
): Promise<{ readonly port: number; readonly release: () => Promise<unknown> }> {
  // Drop connections at once: an open one would delay the release.
  const holder = createServer((socket) => void socket.destroy()).listen({ host, port: 0 });
  await once(holder, "listening").catch((cause: unknown) => Promise.reject(cannotListen({ host, port: 0 }, cause)));
  const { port } = holder.address() as AddressInfo;
  return { port, release: () => once(holder.close(), "close") };
}
