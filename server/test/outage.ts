/** A database that is unavailable, and the requests of clients meanwhile. */
import { connect, createServer, type Socket } from "node:net";
import { listenHere } from "../../test/listening.ts";
import { call, sign, type Answer, type Client, type Refused, type Signing, NO_NONCE } from "./harness.ts";
import { typedAction } from "./objects/typed.ts";

/** A request of each sort that an organization makes. */
export async function ask(remote: Signing, ada: Client, template: string, n: number): Promise<Answer<Refused>[]> {
  const order = { action: { mint: { template_id: template } } };
  const to = ada.wallet.address.toLowerCase();
  const issue = (objectId: string) =>
    typedAction(remote, ada, "Issue", { objectId, to, templateId: template, properties: "{}" });
  const { headers } = ada;
  const [first, second] = [await issue(`a${n}`), await issue(`b${n}`)];
  return Promise.all([
    call<Refused>(remote, "GET", "/objects", { headers }),
    call<Refused>(remote, "GET", "/wallets/me", { headers }),
    call<Refused>(remote, "POST", "/ebus/execute", { headers, body: first }),
    call<Refused>(remote, "POST", "/ebus/actions/batch", { headers, body: { actions: [second] } }),
    sign<Refused>(remote, ada, "POST", "/ebus/execute", { body: order, headers: { "idempotency-key": `k${n}` } }),
  ]);
}

/** The requests of a sign-in. */
export const enter = (remote: Signing): Promise<Answer<Refused>[]> =>
  Promise.all([
    call<Refused>(remote, "POST", "/auth/otp", { body: { email: "bob@example.com" } }),
    call<Refused>(remote, "POST", "/auth/login", {
      body: { email: "bob@example.com", otp: "123456", nonce: NO_NONCE },
    }),
  ]);

export const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);

/** A connection to a database that can be paused. While paused, requests are neither refused nor answered. */
export async function wireTo(url: string): Promise<{ url: string; hold(): void; release(): void }> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isHeld = false;
  const add = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    if (isHeld) socket.pause();
  };
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    near.once("close", () => far.destroy());
    far.once("close", () => near.destroy());
    [near, far].forEach(add);
  });
  const through = new URL(url);
  through.searchParams.delete("connect_timeout");
  through.port = String((await listenHere(proxy)).port);
  const all = (held: boolean): void => {
    isHeld = held;
    sockets.forEach((socket) => void (held ? socket.pause() : socket.resume()));
  };
  return { url: through.href, hold: () => all(true), release: () => all(false) };
}
