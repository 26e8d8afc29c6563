import { useEffect, useRef, useState } from "react";
import { postJson } from "../../common/json-requests.ts";
import { UPLOAD } from "./copy.ts";
import {
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_PIXELS,
  UPLOAD_TYPES,
  type UploadTarget,
  type NewFile,
  type UploadType,
  type UploadedFile,
} from "../../../ports/shop-catalog.ts";

const PATH = "/app/files/upload";
const POLL_MS = 1_000;
/** Shopify processes a picture within seconds. */
const MAX_POLLS = 60;

type UploadState =
  | { step: "idle" }
  /** The merchant has to allow access first; then the file goes on its way. */
  | { step: "not_allowed"; file: File }
  | { step: "sending"; name: string; percent: number }
  | { step: "processing"; name: string }
  | { step: "failed"; message: string };

/** Uploads a file to the shop's files. `onReady` gets its public link, unless the picker was closed meanwhile. */
export function useUpload(onReady: (link: string) => void) {
  const [state, setState] = useState<UploadState>({ step: "idle" });
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => void (open.current = false);
  }, []);

  async function upload(file: File): Promise<void> {
    const checked = await checkFile(file);
    if (!checked.ok) return fail(UPLOAD.problems[checked.problem]);
    const { name } = checked.file;
    setState({ step: "sending", name, percent: 0 });
    const begun = await step({ step: "begin", ...checked.file, bytes: file.size });
    if (begun.outcome === "not_allowed") return setState({ step: "not_allowed", file });
    if (begun.outcome !== "target") return fail(failureOf(begun));
    const sent = await sendFile(begun.target, file, (percent) => setState({ step: "sending", name, percent }));
    if (sent !== "sent") return fail(UPLOAD[sent]);
    if (!open.current) return;
    setState({ step: "processing", name });
    const created = await step({ step: "create", ...checked.file, source: begun.target.source });
    if (created.outcome !== "created") return fail(failureOf(created));
    await waitForFile(created.gid);
  }

  async function waitForFile(gid: string): Promise<void> {
    for (let polls = 0; polls < MAX_POLLS; polls += 1) {
      const answer = await step({ step: "read", gid });
      if (!open.current) return;
      // A lost answer changes nothing about the file.
      const file = answer.outcome === "read" ? answer.file : null;
      if (file?.state === "ready") {
        setState({ step: "idle" });
        return onReady(file.link);
      }
      if (file?.state === "failed") return fail(UPLOAD.fileFailed(file.code, file.message));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    fail(UPLOAD.stillProcessing);
  }

  const fail = (message: string): void => setState({ step: "failed", message });
  return { state, upload: (file: File) => void upload(file) };
}

type StepAnswer = UploadResponse | { outcome: "failed" };
const step = (body: object): Promise<StepAnswer> => postJson<UploadResponse>(PATH, body);

function failureOf(answer: StepAnswer): string {
  if (answer.outcome === "refused") return UPLOAD.shopifyRefused(answer.message);
  return answer.outcome === "uncertain" ? UPLOAD.uncertain : UPLOAD.failed;
}

/** The browser could not reach Shopify, or Shopify refused the file. */
type SendResult = "sent" | "refused" | "unreachable";

/** Sends a file to Shopify's place for uploads. Unlike fetch, XMLHttpRequest tells how much has been sent. */
function sendFile(target: UploadTarget, file: File, onProgress: (percent: number) => void): Promise<SendResult> {
  const form = new FormData();
  for (const { name, value } of target.fields) form.append(name, value);
  // Google Cloud Storage ignores fields after the file.
  form.append("file", file);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.round((loaded / total) * 100) : 0);
    request.onload = () => resolve(request.status >= 200 && request.status < 300 ? "sent" : "refused");
    request.onerror = () => resolve("unreachable");
    request.open("POST", target.url);
    request.send(form);
  });
}

/** Why a file is not uploaded. */
type FileProblem = "type" | "empty" | "bytes" | "pixels";

const ENDINGS = Object.entries(UPLOAD_TYPES) as [UploadType, readonly string[]][];

/** What an input of files accepts. */
export const ACCEPTED = [...Object.keys(UPLOAD_TYPES), ...Object.values(UPLOAD_TYPES).flat()].join(",");

/** The type by the file's ending: browsers know none of some systems' files. null: a type that cannot be printed. */
export function uploadType(name: string): UploadType | null {
  const found = ENDINGS.find(([, endings]) => endings.some((ending) => name.toLowerCase().endsWith(ending)));
  return found?.[0] ?? null;
}

/** What Shopify would refuse, before anything is sent. */
export async function checkFile(
  file: File,
): Promise<{ ok: true; file: NewFile } | { ok: false; problem: FileProblem }> {
  const type = uploadType(file.name);
  if (!type) return { ok: false, problem: "type" };
  if (file.size === 0) return { ok: false, problem: "empty" };
  if (file.size > UPLOAD_MAX_BYTES) return { ok: false, problem: "bytes" };
  if (type !== "application/pdf" && (await pixelsOf(file)) > UPLOAD_MAX_PIXELS) return { ok: false, problem: "pixels" };
  return { ok: true, file: { name: file.name, type } };
}

/** 0: the browser cannot open the picture, and Shopify decides. */
async function pixelsOf(file: File): Promise<number> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    image.src = url;
    await image.decode();
    return image.naturalWidth * image.naturalHeight;
  } catch {
    return 0;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The answer to a step of an upload. not_allowed: the merchant has to allow access first. `message`: Shopify's words. */
export type UploadResponse =
  | { outcome: "not_allowed" }
  | { outcome: "target"; target: UploadTarget }
  | { outcome: "created"; gid: string }
  | { outcome: "read"; file: UploadedFile }
  | { outcome: "refused"; message: string | null }
  /** Shopify did not say whether the file was taken. */
  | { outcome: "uncertain" };
