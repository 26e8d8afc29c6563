import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import express, { Router } from "express";
import compressedFiles from "express-static-gzip";
import { entryOf, type App } from "./entry.ts";
import { StartError } from "./start-error.ts";

const BUILD = new URL("../build/server/index.js", import.meta.url);
const CLIENT = fileURLToPath(new URL("../build/client", import.meta.url));

/** Loads the production build. @throws StartError when there is none */
export async function loadBuiltApp(): Promise<App> {
  let build: ServerBuild;
  try {
    build = (await import(BUILD.href)) as ServerBuild;
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND";
    if (missing && String(error).includes("build/server/index.js'")) {
      throw new StartError("There is no build yet. Run `npm run setup` or `npm run build` first.", { cause: error });
    }
    throw error;
  }
  const files = Router();
  files.use(
    "/assets",
    compressedFiles(`${CLIENT}/assets`, {
      index: false,
      enableBrotli: true,
      orderPreference: ["br", "gz"],
      serveStatic: { immutable: true, maxAge: "1y", fallthrough: false },
    }),
  );
  files.use(express.static(CLIENT, { maxAge: "1h", index: false }));
  return { mode: "production", build, entry: entryOf(build), files };
}
