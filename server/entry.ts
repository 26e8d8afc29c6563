import type { ServerBuild } from "@remix-run/node";
import type { RequestListener } from "node:http";
import type { RequestHandler } from "express";

export interface Readiness {
  database: boolean;
  queue: boolean;
  work: boolean | null;
}

/** What the process needs of the app (app/composition/services.server.ts). */
export interface Services {
  /** Handles POST /webhooks/* and /print-events/* in front of everything else. */
  webhooks: RequestHandler | null;
  /** Null when the token is no valid id token of Shopify. */
  readIdToken(token: string): { shop: string | null } | null;
  /** What runs by itself gives way to what is reported here, by shop or kind of request. */
  underway: { began(partition: string): void; ended(partition: string): void };
  startWorkers(): Promise<{ stop(): Promise<void> }>;
  /** `work`: whether work of every queue moves; null without workers. */
  ready(): Promise<Readiness>;
  /** false: only a new process helps. */
  alive(): boolean;
  /** Prometheus text. */
  metrics(): Promise<string>;
  /** The board of the queues, read-only. */
  board(): Promise<RequestListener>;
  close(): Promise<void>;
}

export interface ProcessSettings {
  role: "all" | "web" | "worker";
  host: string;
  port: number;
  /** Where the board of the queues is served; null: nowhere. */
  board: { host: string; port: number } | null;
  logLevel: string;
}

export interface ProcessLog {
  info(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Exports of app/entry.server.tsx: the process takes everything from the module graph of the build. */
export interface Entry {
  env(): ProcessSettings;
  createLog(level: string): ProcessLog;
  /** Lines that are logged within `work` carry these fields. */
  withLogContext<T>(fields: Readonly<Record<string, unknown>>, work: () => T): T;
  getServices(): Promise<Services>;
}

/** The app as the process runs it: built (built-app.ts), or from its sources (scripts/dev/serve.ts). */
export interface App {
  mode: "production" | "development";
  /** A function where the pages may change while the process runs. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  entry: Entry;
  /** Static files of the pages; calls next() for other addresses. */
  files: RequestHandler;
  /** Closes the development server. */
  close?(): Promise<void>;
}

/** Remix types the module as its own entry alone; the other exports are those of app/entry.server.tsx. */
export const entryOf = (build: ServerBuild): Entry => build.entry.module as unknown as Entry;
