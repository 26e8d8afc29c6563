import { z } from "zod";
import type { Gid, GidKind } from "./gid.ts";

/** A global id that comes from outside: a form, an extension's request. `problem` is the message for any other text. */
export const gidSchema = <K extends GidKind>(kind: K, problem?: string) =>
  z
    .string()
    .regex(new RegExp(`^gid://shopify/${kind}/\\d+$`), problem)
    .pipe(z.custom<Gid<K>>());

/** A global id of Shopify's in JSON that the app stored: its form was Shopify's to choose. */
export const storedGidSchema = <K extends GidKind>(kind: K) =>
  z.string().startsWith(`gid://shopify/${kind}/`).pipe(z.custom<Gid<K>>());
