/**
 * A process of the app in an environment: as server.ts, with a quick policy, a clock that the runner moves, and points at which
 * it can be struck. It serves deliveries and health, no pages.
 */
import "./wall-clock.ts";
import "../../../../scripts/launcher/follow-parent.ts";
import "../../../../sandbox/reroute.ts";
import { Router } from "express";
import { env } from "../../../../app/config/env.server.ts";
import { createLog } from "../../../../app/logging/log.server.ts";
import { withLogContext } from "../../../../app/logging/log-context.ts";
import { createServices, type Services } from "../../../../app/composition/services.server.ts";
import type { App } from "../../../../server/entry.ts";
import { run } from "../../../../server/run.ts";
import type { Settings } from "../process-messages.ts";
import { fastOverrides } from "../fast-policy.ts";
import { performAction, type ActionOutcome, type ActionRequest } from "../perform-action.ts";
import { handleCommands, report } from "./handle-commands.ts";
import { watchCalls } from "./watch-calls.ts";
import { watchDatabase } from "./watch-database.ts";
import { watchWebhookResponses } from "./watch-webhook-responses.ts";

const settings = JSON.parse(process.env["FAULT_ENVIRONMENT"] ?? "") as Settings;
let clockOffsetMs = settings.clockOffsetMs;
watchDatabase();
watchCalls();
watchWebhookResponses();
let services: Services | null = null;
handleCommands({ advanceClock: (ms) => (clockOffsetMs += ms), act });

/** A process that is still starting does nothing for anybody. */
async function act(request: ActionRequest): Promise<ActionOutcome> {
  return services ? performAction(services.core.ctx, request).catch(() => "failed" as const) : "failed";
}

async function getServices() {
  services = createServices(env(), createLog(env().logLevel), {
    ...fastOverrides(settings.policy, settings.intervals),
    clock: (own) => ({ now: () => new Date(own.now().getTime() + clockOffsetMs) }),
  });
  await services.open();
  return services;
}

const app: App = {
  mode: "production",
  build: () => Promise.reject(new Error("The fault run has no pages.")),
  entry: { env, createLog, withLogContext, getServices },
  files: Router(),
};

await run(() => Promise.resolve(app));
report({ kind: "running" });
