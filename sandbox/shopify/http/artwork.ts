import type { ServerResponse } from "node:http";
import sharp from "sharp";
import { artworkDrawing, productImage } from "../product-images.ts";
import { sendPage } from "./reply.ts";

const images = new Map<string, Promise<Buffer>>();

/**
 * Any artwork link of the sandbox's hosts answers with a small PNG, so that links work without a network.
 * Three paths misbehave on purpose: `/missing/…` 404, `/page/…` a web page, `/private/…` 403. `?w=&h=` set the pixels.
 */
export async function answerArtwork(response: ServerResponse, url: URL, method: string): Promise<void> {
  if (url.pathname.includes("/missing/")) return sendPage(response, 404, "Not Found");
  if (url.pathname.includes("/private/")) return sendPage(response, 403, "Forbidden");
  if (url.pathname.includes("/page/")) return sendPage(response, 200, "Please log in");
  const [, name] = /^\/_cdn\/goods\/([a-z-]+)\.svg$/.exec(url.pathname) ?? [];
  const drawn = name ? productImage(name) : null;
  if (drawn) {
    response.writeHead(200, { "content-type": "image/svg+xml", "cache-control": "max-age=3600" }).end(drawn);
    return;
  }
  const [width, height] = [side(url, "w"), side(url, "h")];
  const key = `${width}x${height}`;
  const coming = images.get(key) ?? png(width, height);
  images.set(key, coming);
  const image = await coming;
  response.writeHead(200, { "content-type": "image/png", "content-length": image.length });
  response.end(method === "HEAD" ? undefined : image);
}

const png = (width: number, height: number) =>
  sharp(Buffer.from(artworkDrawing()))
    .resize(width, height, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();

const side = (url: URL, name: string) => Math.min(5000, Math.max(1, Number(url.searchParams.get(name)) || 600));
