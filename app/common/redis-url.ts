/** Where Redis is, as ioredis takes it. */
interface RedisConnection {
  host: string;
  port: number;
  username: string | undefined;
  password: string | undefined;
  /** Number of the database. */
  db: number;
  /** Of the addresses that the host has; 0: both. */
  family: 0 | 4 | 6;
  tls: object | undefined;
}

/** The address is none of a Redis. The message goes on from the name of the setting, and has no value of it. */
export class RedisUrlError extends Error {
  override name = "RedisUrlError";
}

const DEFAULT_PORT = 6379;

/**
 * Reads `redis[s]://[user:password@]host[:port][/database][?family=0|4|6]`. Bull would read an address in a way of its own:
 * `rediss:` without TLS, and a database that is no number as the first one.
 * @throws RedisUrlError
 */
export function readRedisUrl(text: string): RedisConnection {
  const url = URL.parse(text);
  if (!url || !["redis:", "rediss:"].includes(url.protocol))
    throw new RedisUrlError("is not an address that begins with redis:// or rediss://.");
  if (url.hostname === "") throw new RedisUrlError("names no host.");
  const [, db] = /^\/?(\d{0,4})$/.exec(url.pathname) ?? [];
  if (db === undefined) throw new RedisUrlError("names a database that is no number, such as /0.");
  const { family = "0", ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || url.hash !== "") throw new RedisUrlError("has a parameter other than family.");
  if (!isFamily(family)) throw new RedisUrlError("has a family other than 0, 4 and 6.");
  const [username, password] = [decoded(url.username), decoded(url.password)];
  if (username === null || password === null)
    throw new RedisUrlError("has a user or password whose percent signs are not written as %25.");
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port || DEFAULT_PORT),
    username,
    password,
    db: Number(db),
    family: FAMILIES[family],
    tls: url.protocol === "rediss:" ? {} : undefined,
  };
}

const FAMILIES = { "0": 0, "4": 4, "6": 6 } as const;
const isFamily = (text: string): text is keyof typeof FAMILIES => text in FAMILIES;

/** undefined: none. null: no text. */
function decoded(part: string): string | undefined | null {
  try {
    return part === "" ? undefined : decodeURIComponent(part);
  } catch {
    return null;
  }
}
