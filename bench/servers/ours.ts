/** Ours: the app's services as ROLE=web has them, with the webhook endpoints in front. */
import express from "express";
import { readEnv } from "../../app/config/env.server.ts";
import { createLog } from "../../app/logging/log.server.ts";
import { createServices } from "../../app/composition/services.server.ts";
import { input, serve } from "../child.ts";

const { settings } = input<{ settings: Record<string, string> }>();
const services = createServices(readEnv(settings), createLog("error"));
await services.ready();
const http = express();
http.disable("x-powered-by");
http.use(services.webhooks);
serve(http);
