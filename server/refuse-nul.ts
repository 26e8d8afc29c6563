import type { RequestHandler } from "express";

/**
 * 404 for an address with a NUL character: nothing has one in its name, and PostgreSQL takes none in a text (postgresql.org: Character
 * Types).
 */
export const refuseNul: RequestHandler = (req, res, next) => {
  if (!req.originalUrl.includes("%00")) return next();
  res.status(404).type("text").send("Not found\n");
};
