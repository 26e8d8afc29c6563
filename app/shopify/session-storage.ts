import type { PrismaClient, Session as SessionRow } from "../../prisma/client/client.ts";
import { Session } from "@shopify/shopify-app-remix/server";
import type { Sql } from "../database/sql.ts";
import { encryptedColumn } from "../encryption/encrypted-columns.ts";
import type { Encryptor } from "../encryption/encryptor.server.ts";

const ACCESS_TOKEN = encryptedColumn("Session.accessToken");
const REFRESH_TOKEN = encryptedColumn("Session.refreshToken");
type TokenColumn = typeof ACCESS_TOKEN | typeof REFRESH_TOKEN;

export interface StoredToken {
  accessToken: string | undefined;
  expires: Date | null;
  refreshTokenExpires: Date | null;
}

/**
 * Sessions of the Shopify SDK in our database, tokens encrypted: a copy of the database gives access to no shop. The app has
 * offline sessions alone, one for a shop. A session whose tokens no key decrypts counts as none, so that opening the app in
 * Shopify fixes it.
 */
export class EncryptedSessionStorage {
  readonly #db: PrismaClient;
  readonly #sql: Sql;
  readonly #encryptor: Encryptor;

  constructor({ db, sql }: { db: PrismaClient; sql: Sql }, encryptor: Encryptor) {
    this.#db = db;
    this.#sql = sql;
    this.#encryptor = encryptor;
  }

  async storeSession(session: Session): Promise<boolean> {
    const { id, shop, state, isOnline, scope, expires, accessToken, refreshToken, refreshTokenExpires } = session;
    const row = {
      shop,
      state,
      isOnline,
      scope: scope ?? null,
      expires: expires ?? null,
      accessToken: this.#encrypt(ACCESS_TOKEN, id, accessToken) ?? "",
      refreshToken: this.#encrypt(REFRESH_TOKEN, id, refreshToken) ?? null,
      refreshTokenExpires: refreshTokenExpires ?? null,
    };
    await this.#db.session.upsert({ where: { id }, create: { id, ...row }, update: row });
    return true;
  }

  async loadSession(id: string): Promise<Session | undefined> {
    const row = await this.#db.session.findUnique({ where: { id } });
    return row ? this.#sessionOf(row) : undefined;
  }

  /** What each call to Shopify needs of a session, read by one statement. */
  async loadToken(id: string): Promise<StoredToken | undefined> {
    const [row] = await this.#sql.query<StoredToken>`
      SELECT "accessToken", "expires", "refreshTokenExpires" FROM "Session" WHERE "id" = ${id}`;
    if (!row) return undefined;
    try {
      return { ...row, accessToken: this.#decrypt(ACCESS_TOKEN, id, row.accessToken) };
    } catch {
      return undefined;
    }
  }

  deleteSession(id: string): Promise<boolean> {
    return this.deleteSessions([id]);
  }

  async deleteSessions(ids: string[]): Promise<boolean> {
    await this.#db.session.deleteMany({ where: { id: { in: ids } } });
    return true;
  }

  async findSessionsByShop(shop: string): Promise<Session[]> {
    const rows = await this.#db.session.findMany({ where: { shop } });
    return rows.flatMap((row) => this.#sessionOf(row) ?? []);
  }

  #sessionOf(row: SessionRow): Session | undefined {
    const { id, shop, state, isOnline } = row;
    try {
      return new Session({
        id,
        shop,
        state,
        isOnline,
        scope: row.scope ?? undefined,
        expires: row.expires ?? undefined,
        accessToken: this.#decrypt(ACCESS_TOKEN, id, row.accessToken),
        refreshToken: this.#decrypt(REFRESH_TOKEN, id, row.refreshToken),
        refreshTokenExpires: row.refreshTokenExpires ?? undefined,
      });
    } catch {
      return undefined;
    }
  }

  #encrypt(column: TokenColumn, id: string, token: string | undefined): string | undefined {
    if (!token) return undefined;
    return Buffer.from(column.encrypt({ encryptor: this.#encryptor }, id, token)).toString("base64");
  }

  #decrypt(column: TokenColumn, id: string, encrypted: string | null | undefined): string | undefined {
    if (!encrypted) return undefined;
    return column.decryptBytes({ encryptor: this.#encryptor }, id, Buffer.from(encrypted, "base64")).toString();
  }
}
