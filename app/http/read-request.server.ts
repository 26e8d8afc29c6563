import { json } from "@remix-run/node";
import type { z } from "zod";
import { gidOf, type Gid } from "../ports/gid.ts";

/** A NUL character as JSON writes it; not behind a backslash that is escaped itself. */
const NUL = /(?<!\\)((?:\\\\)*)\\u0000/g;

/**
 * The request's JSON; null where it is none. A NUL character, which comes along with copied text, becomes a blank: PostgreSQL takes
 * none in a text (postgresql.org: Character Types).
 */
export async function readAnyJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse((await request.text()).replace(NUL, "$1 "));
  } catch {
    return null;
  }
}

/** The request's JSON in the wanted shape. @throws Response 400 that names each field in question */
export async function readJson<S extends z.ZodType>(request: Request, shape: S): Promise<z.infer<S>> {
  const read = shape.safeParse(await readAnyJson(request));
  if (read.success) return read.data;
  const problems = read.error.issues.map((issue) => `${issue.path.join(".") || "The body"}: ${issue.message}`);
  throw json({ message: problems.join("; ") }, 400);
}

/** The product that an address names. @throws Response 404 */
export function productGidOf({ id = "" }: { id?: string }): Gid<"Product"> {
  if (!/^[1-9]\d{0,19}$/.test(id)) throw new Response("Product not found.", { status: 404 });
  return gidOf("Product", id);
}
