/** The process: HTTP server, workers, or both, as ROLE says. Everything comes out of the one build. */
import { loadBuiltApp } from "./server/built-app.ts";
import { run } from "./server/run.ts";

process.env.NODE_ENV ??= "production";

await run(loadBuiltApp);
