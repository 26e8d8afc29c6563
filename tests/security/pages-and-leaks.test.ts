import { afterAll, beforeAll, describe } from "vitest";
import { itLeaksNothing } from "./leaks.testing.ts";
import { startMarkedApp, type MarkedApp } from "./marked-app.testing.ts";
import { describePages } from "./pages.testing.ts";

// One app for both: to start a process takes as long as all requests of a file.
let app: MarkedApp;
beforeAll(async () => void (app = await startMarkedApp()));
afterAll(() => app.close());

describe("the app's pages", () => describePages(() => app));
describe("after a day with everything that may go wrong", () => itLeaksNothing(() => app));
