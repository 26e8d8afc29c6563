/** Floor: node:http, the HMAC check, and one single-row insert each; no framework, no encryption, no queue. */
import { createHmac, timingSafeEqual } from "node:crypto";
import pg from "pg";
import { input, serve } from "../child.ts";
import { insertOne } from "../insert.ts";
import { SECRET } from "../signed-orders.ts";

const { databaseUrl, connections } = input<{ databaseUrl: string; connections: number }>();
const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });

serve((req, res) => {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    const body = Buffer.concat(chunks);
    const given = Buffer.from(String(req.headers["x-shopify-hmac-sha256"]), "base64");
    const expected = createHmac("sha256", SECRET).update(body).digest();
    const fits = given.length === expected.length && timingSafeEqual(given, expected);
    if (!fits) return void res.writeHead(401).end();
    insertOne(pool, String(req.headers["x-shopify-webhook-id"]), body).then(
      () => res.writeHead(200).end(),
      () => res.writeHead(503).end(),
    );
  });
});
