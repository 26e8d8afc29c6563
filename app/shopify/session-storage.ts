import type { PrismaClient } from "@prisma/client";
import { Session } from "@shopify/shopify-app-remix/server";
import { PrismaSessionStorage } from "@shopify/shopify-app-session-storage-prisma";
import type { Sealer } from "../encryption/encryptor.server.ts";

/**
 * Sessions of the Shopify SDK in our database, tokens sealed: a copy of the database opens no shop.
 * A session whose tokens no key opens counts as none, so that opening the app in Shopify mends it.
 */
export class EncryptedSessionStorage {
  readonly #db: PrismaClient;
  readonly #sealer: Sealer;
  #inner: PrismaSessionStorage<PrismaClient> | null = null;

  constructor(db: PrismaClient, sealer: Sealer) {
    this.#db = db;
    this.#sealer = sealer;
  }

  async storeSession(session: Session): Promise<boolean> {
    const { accessToken, refreshToken, ...rest } = session.toObject();
    const sealed = new Session({
      ...rest,
      accessToken: this.#seal(accessToken, `session:${session.id}:access`),
      refreshToken: this.#seal(refreshToken, `session:${session.id}:refresh`),
    });
    return this.#use((inner) => inner.storeSession(sealed));
  }

  async loadSession(id: string): Promise<Session | undefined> {
    return this.#opened(await this.#use((inner) => inner.loadSession(id)));
  }

  deleteSession(id: string): Promise<boolean> {
    return this.#use((inner) => inner.deleteSession(id));
  }

  deleteSessions(ids: string[]): Promise<boolean> {
    return this.#use((inner) => inner.deleteSessions(ids));
  }

  async findSessionsByShop(shop: string): Promise<Session[]> {
    const sessions = await this.#use((inner) => inner.findSessionsByShop(shop));
    return sessions.flatMap((session) => this.#opened(session) ?? []);
  }

  /** Made at first use, and again after a failure: the library looks for its table once, when it is made, and never again. */
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

  #seal(token: string | undefined, context: string): string | undefined {
    return token ? this.#sealer.seal(token, context).toString("base64") : undefined;
  }

  #opened(sealed: Session | undefined): Session | undefined {
    if (!sealed) return undefined;
    const { accessToken, refreshToken, ...rest } = sealed.toObject();
    try {
      return new Session({
        ...rest,
        accessToken: this.#open(accessToken, `session:${sealed.id}:access`),
        refreshToken: this.#open(refreshToken, `session:${sealed.id}:refresh`),
      });
    } catch {
      return undefined;
    }
  }

  #open(sealed: string | undefined, context: string): string | undefined {
    return sealed ? this.#sealer.openText(Buffer.from(sealed, "base64"), context) : undefined;
  }
}
