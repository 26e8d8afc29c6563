/** Ours: the app's services as ROLE=web has them, with the webhook endpoints in front. */
import express from "express";
import type { Settings } from "../bench-context.ts";
import { createBenchServices } from "../bench-services.ts";
import { input, serve } from "../child.ts";

const { settings } = input<{ settings: Settings }>();
const services = createBenchServices(settings);
await services.ready();
const http = express();
http.disable("x-powered-by");
http.use(services.webhooks);
serve(http);
