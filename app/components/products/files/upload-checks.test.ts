import { expect, it } from "vitest";
import { UPLOAD } from "./copy.ts";
import { checkFile, uploadType } from "./upload-checks.ts";

it.each([
  ["fox.PNG", "image/png"],
  ["fox.front.jpeg", "image/jpeg"],
  ["sizes.pdf", "application/pdf"],
  ["fox.psd", null],
  ["png", null],
])("%s: %s", (name, type) => expect(uploadType(name)).toBe(type));

it("refuses what Shopify would refuse, before anything is sent", async () => {
  const problemOf = async (name: string, bytes: number) => {
    const checked = await checkFile(new File([new Uint8Array(bytes)], name));
    return checked.ok ? null : checked.problem;
  };
  expect([await problemOf("fox.tiff", 1), await problemOf("fox.png", 0)]).toEqual(["type", "empty"]);
  expect([await problemOf("a.pdf", 20_000_001), await problemOf("a.pdf", 20_000_000)]).toEqual(["bytes", null]);
});

it("says what to do about a file that Shopify could not process, in Shopify's words for an unknown reason", () => {
  expect(UPLOAD.fileFailed("IMAGE_PROCESSING_FAILURE", "x")).toBe(
    "Shopify can't open this image. Export the image again and upload the new file.",
  );
  expect(UPLOAD.fileFailed("NEW_CODE", "Too fancy")).toBe("Shopify couldn't process the file: “Too fancy”");
});
