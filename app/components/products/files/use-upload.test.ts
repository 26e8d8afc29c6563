// @vitest-environment jsdom
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { until } from "../../../../tests/support/until.ts";
import { useUpload, checkFile, uploadType, type UploadResponse } from "./use-upload.ts";
import { UPLOAD } from "./copy.ts";

/** Shopify's place for uploads takes every file at once. */
class Accepting {
  status = 201;
  upload = {};
  onload = (): void => {};
  open(): void {}
  send(): void {
    this.onload();
  }
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("XMLHttpRequest", Accepting);
});
afterEach(() => vi.unstubAllGlobals());

const ANSWERS: Readonly<Record<string, UploadResponse>> = {
  begin: { outcome: "target", target: { url: "https://uploads.example", fields: [], source: "s" } },
  create: { outcome: "created", gid: "gid://shopify/GenericFile/1" },
  read: { outcome: "read", file: { state: "ready", link: "https://files.example/fox.pdf" } },
};

/** Answers the steps of an upload, the last one once `release` is called. */
function stubApp() {
  const steps: string[] = [];
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    const { step } = JSON.parse(body) as { step: string };
    steps.push(step);
    if (step === "read") await released;
    return Response.json(ANSWERS[step]);
  });
  return { steps, release };
}

async function uploadFox() {
  const links: string[] = [];
  const root = createRoot(document.createElement("div"));
  let upload = (_: File): void => {};
  const Upload = () => {
    upload = useUpload((link) => links.push(link)).upload;
    return null;
  };
  await act(async () => root.render(createElement(Upload)));
  await act(async () => upload(new File(["%PDF"], "fox.pdf")));
  return { links, close: () => act(async () => root.unmount()) };
}

it.each([
  [false, ["https://files.example/fox.pdf"]],
  [true, []],
])("gives the field an uploaded file's link, unless its picker was closed: %s", async (closed, given) => {
  const app = stubApp();
  const { links, close } = await uploadFox();
  await until("Shopify processes the file", () => app.steps.includes("read"));
  if (closed) await close();
  await act(async () => app.release());
  expect([links, app.steps]).toEqual([given, ["begin", "create", "read"]]);
  if (!closed) await close();
});

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
