/** Floor of the pages: a Remix page without content, in production mode, and a page with a frame that shows it. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";
import { serve } from "../child.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BUILD = `${ROOT}.cache/empty-remix`;

const remixCli = [
  `${ROOT}node_modules/@remix-run/dev/dist/cli.js`,
  "vite:build",
  "-c",
  "bench/empty-remix/vite.config.ts",
];
await promisify(execFile)(process.execPath, remixCli, { cwd: ROOT, env: { ...process.env, NODE_ENV: "production" } });
process.env["NODE_ENV"] = "production";
const build = (await import(`${BUILD}/server/index.js`)) as ServerBuild;
const http = express();
http.disable("x-powered-by");
http.use(compression());
http.use(express.static(`${BUILD}/client`, { index: false }));
http.get("/frame", (_req, res) => {
  res.send(`<!doctype html><title>Frame</title><iframe title="Inkbridge" src="/" width="1000" height="800"></iframe>`);
});
http.get("/favicon.ico", (_req, res) => void res.status(204).end());
const remix = createRequestHandler({ build, mode: "production" });
http.all("*", (req, res, next) => void remix(req, res, next));
serve(http);
