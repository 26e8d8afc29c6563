import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { startProfile } from "./cpu-profile.ts";

/** A process of the benchmark: it gets its input once, as JSON, and ends with its parent. */
export interface Child {
  /** Sends a message and waits for the answer. */
  ask<T>(message: object): Promise<T>;
  stop(): Promise<void>;
}

export interface ServerChild extends Child {
  port: number;
  /** Bytes of memory that the process has. */
  memory(): Promise<number>;
  /** Where the time of the process goes meanwhile. */
  profile(work: () => Promise<unknown>): Promise<string>;
}

type ServerMessage = "memory" | "begin profile" | "end profile";

/** Starts `bench/<file>` with `input`; resolves with its first message. */
async function start<T>(file: string, input: object): Promise<{ child: Child; reply: T }> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const it = fork(path, [JSON.stringify(input)], {
    execArgv: startFlags(),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const reply = await next<T>(it, file);
  const child: Child = {
    ask<A>(message: object) {
      const answer = next<A>(it, file);
      it.send(message);
      return answer;
    },
    async stop() {
      const ended = new Promise((resolve) => it.once("exit", resolve));
      if (it.exitCode !== null) return;
      it.disconnect();
      await ended;
    },
  };
  return { child, reply };
}

/** The flags of Node in `npm start`: every server here runs with them, the floors too. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as Package;
  return scripts.start.split(" ").filter((word) => word.startsWith("--"));
}

interface Package {
  scripts: { start: string };
}

export async function startServer(file: string, input: object): Promise<ServerChild> {
  const { child, reply } = await start<{ port: number }>(file, input);
  const ask = <T>(what: ServerMessage) => child.ask<T>({ what });
  return {
    ...child,
    port: reply.port,
    memory: () => ask<number>("memory"),
    async profile(work) {
      await ask("begin profile");
      await work();
      return ask<string>("end profile");
    },
  };
}

export async function startProgram(file: string, input: object): Promise<Child> {
  return (await start(file, input)).child;
}

function next<T>(it: ChildProcess, file: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`${file} ended with code ${code}`));
    it.once("exit", gone);
    it.once("message", (message) => {
      it.off("exit", gone);
      resolve(message as T);
    });
  });
}

/** What the parent gave this process. */
export function input<T>(): T {
  return JSON.parse(process.argv[2] ?? "{}") as T;
}

/** Serves on a free port until the parent ends, and answers how much memory that takes and where its time goes. */
export function serve(listener: RequestListener): void {
  let endProfile: (() => Promise<string>) | null = null;
  const answers: Record<ServerMessage, () => unknown> = {
    memory: () => process.memoryUsage.rss(),
    "begin profile": async () => void (endProfile = await startProfile()),
    "end profile": () => endProfile?.(),
  };
  process.once("disconnect", () => process.exit(0));
  process.on("message", ({ what }: { what: ServerMessage }) => {
    void Promise.resolve(answers[what]()).then((reply) => process.send?.(reply ?? null));
  });
  const server = createServer(listener);
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
}

/** Answers each message of the parent with what `work` resolves to. */
export function answer<Q, A>(work: (question: Q) => Promise<A>): void {
  process.once("disconnect", () => process.exit(0));
  process.on("message", (question) => void work(question as Q).then((reply) => process.send?.(reply)));
  process.send?.({ ready: true });
}
