import type { PrismaClient } from "@prisma/client";
import { Session } from "@shopify/shopify-app-remix/server";
import { PrismaSessionStorage } from "@shopify/shopify-app-session-storage-prisma";
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
 * Sessions of the Shopify SDK in our database, tokens encrypted: a copy of the database gives access to no shop.
 * A session whose tokens no key decrypts counts as none, so that opening the app in Shopify fixes it.
 */
export class EncryptedSessionStorage {
  readonly #db: PrismaClient;
  readonly #encryptor: Encryptor;
  #inner: PrismaSessionStorage<PrismaClient> | null = null;

  constructor(db: PrismaClient, encryptor: Encryptor) {
    this.#db = db;
    this.#encryptor = encryptor;
  }

  async storeSession(session: Session): Promise<boolean> {
    const { accessToken, refreshToken, ...rest } = session.toObject();
    const encrypted = new Session({
      ...rest,
      accessToken: this.#encrypt(ACCESS_TOKEN, session.id, accessToken),
      refreshToken: this.#encrypt(REFRESH_TOKEN, session.id, refreshToken),
    });
    return this.#use((inner) => inner.storeSession(encrypted));
  }

  async loadSession(id: string): Promise<Session | undefined> {
    return this.#decrypted(await this.#use((inner) => inner.loadSession(id)));
  }

  /** What each call to Shopify needs of a session: read by one statement, without the library. */
  async loadToken(id: string): Promise<StoredToken | undefined> {
    const [row] = await this.#db.$queryRaw<StoredToken[]>`
      SELECT "accessToken", "expires", "refreshTokenExpires" FROM "Session" WHERE "id" = ${id}`;
    if (!row) return undefined;
    try {
      return { ...row, accessToken: this.#decrypt(ACCESS_TOKEN, id, row.accessToken) };
    } catch {
      return undefined;
    }
  }

  deleteSession(id: string): Promise<boolean> {
    return this.#use((inner) => inner.deleteSession(id));
  }

  deleteSessions(ids: string[]): Promise<boolean> {
    return this.#use((inner) => inner.deleteSessions(ids));
  }

  async findSessionsByShop(shop: string): Promise<Session[]> {
    const sessions = await this.#use((inner) => inner.findSessionsByShop(shop));
    return sessions.flatMap((session) => this.#decrypted(session) ?? []);
  }

  /** Created at first use, and again after a failure: the library checks for its table only when it is created. */
  async #use<T>(work: (inner: PrismaSessionStorage<PrismaClient>) => Promise<T>): Promise<T> {
    const inner = (this.#inner ??= new PrismaSessionStorage(this.#db, {
      connectionRetries: 1,
      connectionRetryIntervalMs: 0,
    }));
    try {
      return await work(inner);
    } catch (error) {
      this.#inner = null;
      throw error;
    }
  }

  #encrypt(column: TokenColumn, id: string, token: string | undefined): string | undefined {
    if (!token) return undefined;
    return Buffer.from(column.encrypt({ encryptor: this.#encryptor }, id, token)).toString("base64");
  }

  #decrypted(encrypted: Session | undefined): Session | undefined {
    if (!encrypted) return undefined;
    const { accessToken, refreshToken, ...rest } = encrypted.toObject();
    try {
      return new Session({
        ...rest,
        accessToken: this.#decrypt(ACCESS_TOKEN, encrypted.id, accessToken),
        refreshToken: this.#decrypt(REFRESH_TOKEN, encrypted.id, refreshToken),
      });
    } catch {
      return undefined;
    }
  }

  #decrypt(column: TokenColumn, id: string, encrypted: string | undefined): string | undefined {
    if (!encrypted) return undefined;
    return column.decryptBytes({ encryptor: this.#encryptor }, id, Buffer.from(encrypted, "base64")).toString();
  }
}
