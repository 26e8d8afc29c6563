import type { UploadTarget } from "../../../ports/shop-files.ts";

/** The browser could not reach Shopify, or Shopify refused the file. */
export type SendResult = "sent" | "refused" | "unreachable";

/** Sends a file to Shopify's place for uploads. Unlike fetch, XMLHttpRequest tells how much has been sent. */
export function sendFile(target: UploadTarget, file: File, onProgress: (percent: number) => void): Promise<SendResult> {
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
