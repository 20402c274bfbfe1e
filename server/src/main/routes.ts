/** All routes that read or change the platform's data. */
import type { FastifyInstance } from "fastify";
import { apiKeyRoutes } from "../accounts/apiKeyRoutes.ts";
import { invitationRoutes } from "../accounts/invitationRoutes.ts";
import { memberRoutes } from "../accounts/memberRoutes.ts";
import { organizationRoutes, successorRoutes } from "../accounts/organizationRoutes.ts";
import { walletRoutes } from "../accounts/walletRoutes.ts";
import { actionLogRoutes } from "../actions/actionLogRoutes.ts";
import { batchRoutes } from "../actions/batchRoutes.ts";
import { executeRoutes } from "../actions/executeRoutes.ts";
import { objectRoutes } from "../actions/objectRoutes.ts";
import { createPerform } from "../actions/perform.ts";
import type { Planning } from "../actions/planning.ts";
import { createReader } from "../actions/reader.ts";
import type { RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import { templateRoutes } from "../objects/templateRoutes.ts";
import { View } from "../objects/view.ts";
import { fileRoutes } from "../files/fileRoutes.ts";
import { closedBatchRoutes } from "../proofs/closedBatchRoutes.ts";
import { proofRoutes } from "../proofs/proofRoutes.ts";
import { deliveryRoutes } from "../webhooks/deliveryRoutes.ts";
import { webhookRoutes } from "../webhooks/webhookRoutes.ts";

/**
 * Registers the routes.
 *
 * @param signed registers routes that change data.
 * @param options `isReplay`: the actions were accepted before.
 * @returns the planning of actions, for a replay.
 */
export function registerRoutes(
  app: FastifyInstance,
  signed: RegisterSigned,
  parts: Parts,
  { isReplay = false }: { readonly isReplay?: boolean } = {},
): Planning {
  const view = new View(parts.database);
  const perform = createPerform(parts, view, { isReplay });
  const reader = createReader(view);
  walletRoutes(app, signed, parts);
  apiKeyRoutes(app, signed, parts);
  organizationRoutes(app, signed, parts);
  successorRoutes(signed, parts);
  memberRoutes(app, signed, parts);
  invitationRoutes(app, signed, parts);
  templateRoutes(app, signed, parts, view);
  objectRoutes(app, signed, parts, perform);
  executeRoutes(signed, { perform, reader });
  batchRoutes(signed, { perform, reader, most: parts.config.maxBatch });
  actionLogRoutes(app, parts);
  fileRoutes(app, signed, parts);
  proofRoutes(app, parts, view);
  closedBatchRoutes(app, parts);
  webhookRoutes(app, signed, parts);
  deliveryRoutes(app, signed, parts);
  return perform.planning;
}
