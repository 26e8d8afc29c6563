import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";

/** What the process needs of the app: app/services.server.ts makes it. */
export interface Services {
  /** Takes POST /webhooks/* and /print-events/* in front of everything else. */
  intake: RequestHandler | null;
  startWorkers(): Promise<{ stop(): Promise<void> }>;
  ready(): Promise<{ database: boolean; queue: boolean }>;
  /** Prometheus text. */
  metrics(): Promise<string>;
  close(): Promise<void>;
}

export interface ProcessSettings {
  role: "all" | "web" | "worker";
  host: string;
  port: number;
  logLevel: string;
}

export interface ProcessLog {
  info(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Exports of app/entry.server.tsx: the process takes everything from the one module graph of the build. */
export interface Entry {
  env(): ProcessSettings;
  createLog(level: string): ProcessLog;
  getServices(): Promise<Services>;
}

export interface App {
  build: ServerBuild;
  entry: Entry;
}

/** Loads the production build. @throws Error that says to build first. */
export async function loadApp(buildFile: URL): Promise<App> {
  let build: ServerBuild;
  try {
    build = (await import(buildFile.href)) as ServerBuild;
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND";
    if (missing && String(error).includes("build/server/index.js'")) {
      throw new Error("There is no build yet. Run `npm run setup` or `npm run build` first.", { cause: error });
    }
    throw error;
  }
  // Remix types the module as its own entry alone; the other exports are those of app/entry.server.tsx.
  return { build, entry: build.entry.module as unknown as Entry };
}
