import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";

/** What the process needs of the app: app/composition/services.server.ts makes it. */
export interface Services {
  /** Takes POST /webhooks/* and /print-events/* in front of everything else. */
  webhooks: RequestHandler | null;
  /** Null when the token that a request brings is no id token of Shopify's, or none any longer. */
  readIdToken(token: string): { shop: string | null } | null;
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

/** The app as the process runs it: built (built-app.ts), or from its sources (scripts/dev/serve.ts). */
export interface App {
  mode: "production" | "development";
  /** A function where the pages may change while the process runs. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  entry: Entry;
  /** Files that the pages load; passes on what is none. */
  files: RequestHandler;
  /** Ends what stands between files and sources. */
  close?(): Promise<void>;
}

/** Remix types the module as its own entry alone; the other exports are those of app/entry.server.tsx. */
export const entryOf = (build: ServerBuild): Entry => build.entry.module as unknown as Entry;
