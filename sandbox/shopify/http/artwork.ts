import type { ServerResponse } from "node:http";
import { png } from "../png.ts";
import { sendPage } from "./reply.ts";

const images = new Map<string, Buffer>();

/**
 * Any artwork link of the sandbox's hosts answers with a small PNG, so that links work without a network.
 * Three paths misbehave on purpose: `/missing/…` 404, `/page/…` a web page, `/private/…` 403. `?w=&h=` set the pixels.
 */
export function answerArtwork(response: ServerResponse, url: URL, method: string): void {
  if (url.pathname.includes("/missing/")) return sendPage(response, 404, "Not Found");
  if (url.pathname.includes("/private/")) return sendPage(response, 403, "Forbidden");
  if (url.pathname.includes("/page/")) return sendPage(response, 200, "Please log in");
  const [width, height] = [side(url, "w"), side(url, "h")];
  const key = `${width}x${height}`;
  const image = images.get(key) ?? png(width, height);
  images.set(key, image);
  response.writeHead(200, { "content-type": "image/png", "content-length": image.length });
  response.end(method === "HEAD" ? undefined : image);
}

const side = (url: URL, name: string) => Math.min(5000, Math.max(1, Number(url.searchParams.get(name)) || 600));
