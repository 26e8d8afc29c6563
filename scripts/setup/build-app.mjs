/** Builds the app, when its sources have changed since the last time. For scripts that look at the build. */
import { buildApp } from "./build.mjs";

buildApp(process.execPath);
