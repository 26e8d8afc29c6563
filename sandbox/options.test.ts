import { expect, it } from "vitest";
import { readOptions } from "./options.ts";

const DEFAULTS = { appPort: 0, shopifyPort: 0, printPort: 0, productionSpeed: 0 };
const read = (...args: string[]) => readOptions(args, DEFAULTS);

it("serves version 1 unless told otherwise, and maps the goods to SKUs of the version that is connected", () => {
  expect(read()).toMatchObject({ interfaces: ["v1"], shirtSku: "TEE-BLACK-M", catalogSize: 12 });
  expect(read("--interface", "both")).toMatchObject({ interfaces: ["v1", "v3"], mugSku: "MUG-11OZ" });
  expect(read("--interface", "v3", "--catalog-size", "1000")).toMatchObject({
    interfaces: ["v3"],
    accessToken: "sandbox-access-token",
    catalogSize: 1000,
    shirtSku: "CT17-BLACK-M",
    mugSku: "MG.11-WHITE-11 OZ",
  });
});

it.each([
  ["--interface", "v2"],
  ["--catalog-size", "many"],
  ["--variants", "-1"],
  ["--port", "70000"],
])("names a wrong %s, with the usage", (option, value) => {
  expect(() => read(`${option}=${value}`)).toThrow(/^Invalid .*\n\nOptions:/);
});
