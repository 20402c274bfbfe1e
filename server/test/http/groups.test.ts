import { expect, it } from "vitest";
import { GROUPS, type Groups } from "../../src/foundation/limitGroups.ts";
import { call, owner, startServer } from "../harness.ts";

/** Each operation's rate-limit group: as specified, or as decided if the specification leaves it open. */
const OPERATIONS: Readonly<Record<Exclude<keyof typeof GROUPS, `callers${string}`> | "none", readonly string[]>> = {
  reads: [
    "GET /objects",
    "GET /objects/{id}",
    "GET /objects/{id}/history",
    "GET /objects/{id}/proof",
    "GET /templates",
    "GET /templates/{id}",
    "GET /wallets",
    "GET /wallets/me",
    "GET /ebus/action-logs",
    "GET /ebus/action-logs/{id}",
    "GET /ebus/action-logs/{id}/cose-receipts",
    "GET /ebus/action-logs/{id}/proof",
    "POST /ebus/prepare",
    "GET /batches",
    "GET /batches/{id}",
    "GET /storage/files",
    "GET /storage/files/{id}",
    "GET /storage/files/{id}/content",
    "GET /storage/files/{id}/form",
    "GET /storage/files/{id}/proof",
    "GET /webhooks",
    "GET /webhooks/{id}",
    "GET /webhooks/{id}/deliveries",
    "GET /api-keys",
    "GET /organizations",
    "GET /organizations/{id}/members",
    "GET /organizations/{id}/invitations",
  ],
  writes: [
    "POST /objects",
    "PUT /objects/{id}",
    "PATCH /objects/{id}",
    "POST /templates",
    "POST /wallets/register",
    "POST /api-keys",
    "DELETE /api-keys/{id}",
    "PUT /organizations/{id}",
    "PUT /organizations/{id}/successor",
    "PATCH /organizations/{id}/members/{memberId}",
    "DELETE /organizations/{id}/members/{memberId}",
    "POST /organizations/{id}/invitations",
    "DELETE /organizations/{id}/invitations/{invitationId}",
    "POST /organizations/switch",
    "POST /organizations/invitations/{id}/accept",
    "DELETE /storage/files/{id}",
  ],
  bus: ["POST /ebus/execute", "POST /ebus/actions/batch"],
  search: ["GET /indexer/search", "GET /indexer/query"],
  uploads: ["POST /storage/upload"],
  webhooks: [
    "POST /webhooks",
    "PUT /webhooks/{id}",
    "PATCH /webhooks/{id}",
    "DELETE /webhooks/{id}",
    "POST /webhooks/{id}/redeliveries",
    "POST /webhooks/{id}/test",
  ],
  auth: ["POST /auth/otp", "POST /auth/login", "POST /auth/refresh-token", "POST /auth/logout"],
  strangers: [
    "GET /openapi.json",
    "GET /.well-known/anchorlog",
    "GET /.well-known/jwks.json",
    "GET /clear-signing.json",
    "GET /checkpoints",
    "GET /dev/mailbox",
    "GET /user/profile",
    "POST /user/login",
    "POST /user/register",
    "POST /user/token/refresh",
    "GET /vatoms",
    "GET /vatoms/{id}",
    "POST /vatoms/{id}/actions",
    "POST /vatoms/{id}/transfer",
    "GET /activity",
  ],
  tiles: ["GET /checkpoint", "GET /tile/{path}"],
  none: ["GET /livez", "GET /readyz", "GET /metrics"],
};

/** Each group has its own limit, which identifies the group in an answer. */
const LIMITS = Object.fromEntries(
  Object.keys(GROUPS).map((group, i) => [group, { minute: 10_000, second: 1_000 + i }]),
) as Groups;

const server = await startServer({}, { groups: LIMITS });
const ada = await owner(server, "ada@example.com");
server.clock.now += 60_000;

it("counts each operation once, and only in its own rate-limit group", async () => {
  const asked = Object.entries(server.document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const known = Object.values(OPERATIONS).flat();
  expect(asked.toSorted(), "add each operation to the group of OPERATIONS that limits it").toEqual(known.toSorted());
  const groupOf = new Map<string | null, string>(
    Object.entries(LIMITS).map(([group, { second }]) => [String(second), group]),
  );
  const found: Record<string, string[]> = { none: [] };
  for (const operation of asked) {
    const [method, path] = operation.split(" ") as [string, string];
    // The group is counted for any answer.
    const { headers } = await call(server, method, path.replaceAll(/\{[^}]+\}/g, "x"), {
      headers: ada.headers,
      ...(method.startsWith("P") && { body: {} }),
    });
    const limit = headers.get("x-ratelimit-limit");
    const counted = (found[groupOf.get(limit) ?? "none"] ??= []);
    counted.push(operation);
    if (limit !== null)
      expect([operation, Number(headers.get("x-ratelimit-remaining"))]).toEqual([
        operation,
        Number(limit) - counted.length,
      ]);
  }
  const sorted = (groups: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(groups).map(([group, operations]) => [group, operations.toSorted()]));
  expect(sorted(found)).toEqual(sorted(OPERATIONS));
});
