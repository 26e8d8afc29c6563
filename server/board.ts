import { createServer, type RequestListener, type Server } from "node:http";
import { isIP } from "node:net";
import express, { type RequestHandler } from "express";
import { securityHeaders } from "./headers.ts";
import { isPrivateAddress } from "./private-address.ts";

/** The board loads its own files only. Its pages carry inline styles, and ask for a font of another host in vain. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The board of the queues, on a port of its own: it has no login, so no proxy of the public may lead to it. */
export function createBoardServer(board: RequestListener): Server {
  const http = express();
  http.disable("x-powered-by");
  http.use(securityHeaders, privateOnly, readOnly, contentPolicy);
  // Not mounted: the board's own version of Express may be another.
  http.use((req, res) => board(req, res));
  return createServer(http);
}

/**
 * For private addresses, under a name that no other site can have: a page whose name leads to 127.0.0.1 (DNS rebinding)
 * would read the board in an operator's browser.
 */
const privateOnly: RequestHandler = (req, res, next) => {
  const host = req.hostname.replace(/^\[|\]$/g, "");
  const isOwnName = host === "localhost" || isIP(host) !== 0;
  if (isOwnName && isPrivateAddress(req.socket.remoteAddress)) return next();
  res.status(403).type("text").send("Private addresses only\n");
};

const readOnly: RequestHandler = (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") return next();
  res.status(405).type("text").send("The board shows, and changes nothing\n");
};

const contentPolicy: RequestHandler = (_req, res, next) => {
  res.setHeader("Content-Security-Policy", CONTENT_POLICY);
  next();
};
