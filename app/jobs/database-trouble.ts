/** Prisma: unreachable, timed out, connection closed, no connection free, transaction not started or in conflict. */
const PRISMA = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2034"]);
/** PostgreSQL: shut down, starting up, too many connections, serialization, deadlock, cancelled by timeout. */
const POSTGRES = new Set(["57P01", "57P02", "57P03", "53300", "40001", "40P01", "57014", "25P03"]);
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/** Whether an error says that the database was away or busy, rather than that our work on a row is wrong. */
export function isDatabaseTrouble(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string" && (PRISMA.has(code) || POSTGRES.has(code) || NETWORK.has(code))) return true;
    if (at.name === "PrismaClientInitializationError") return true;
    if (/^(timeout exceeded when trying to connect|Connection terminated|Query read timeout)/.test(at.message))
      return true;
  }
  return false;
}
