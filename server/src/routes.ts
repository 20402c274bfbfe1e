/** All routes whose requests change the platform, and those that read it. */
import type { FastifyInstance } from "fastify";
import { apiKeyRoutes } from "./accounts/apiKeyRoutes.ts";
import { invitationRoutes } from "./accounts/invitationRoutes.ts";
import { memberRoutes } from "./accounts/memberRoutes.ts";
import { organizationRoutes } from "./accounts/organizationRoutes.ts";
import { walletRoutes } from "./accounts/walletRoutes.ts";
import { actionLogRoutes } from "./bus/actionLogRoutes.ts";
import { batchRoutes } from "./bus/batchRoutes.ts";
import { executeRoutes } from "./bus/executeRoutes.ts";
import { objectRoutes } from "./bus/objectRoutes.ts";
import { createPerform, type Perform } from "./bus/perform.ts";
import { createReader } from "./bus/reader.ts";
import type { RegisterSigned } from "./http/signed.ts";
import type { Platform } from "./platform.ts";
import { templateRoutes } from "./platform/templateRoutes.ts";
import { createView } from "./platform/view.ts";

/**
 * Registers them.
 *
 * @param signed takes those that change the platform.
 * @returns what typed actions are done by.
 */
export function registerRoutes(app: FastifyInstance, signed: RegisterSigned, platform: Platform): Perform {
  const view = createView(platform.database);
  const perform = createPerform(platform, view);
  const reader = createReader(platform, view);
  walletRoutes(app, signed, platform);
  apiKeyRoutes(app, signed, platform);
  organizationRoutes(app, signed, platform);
  memberRoutes(app, signed, platform);
  invitationRoutes(app, signed, platform);
  templateRoutes(app, signed, platform, view);
  objectRoutes(app, signed, platform, perform);
  executeRoutes(signed, { perform, reader });
  batchRoutes(signed, { perform, reader });
  actionLogRoutes(app, platform);
  return perform;
}
