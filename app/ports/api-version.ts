/**
 * Tells which version of its API Shopify used. `header`: X-Shopify-API-Version of an answer, or of a webhook whose signature fits;
 * it may be missing. Returns at once and never throws.
 */
export type ObserveApiVersion = (source: "admin_api" | "webhook", header: string | null | undefined) => void;

/** The API version that answers a shop's requests, where that is not the one that is asked for. @throws RemoteError */
export type ReadOtherApiVersion = (shop: string) => Promise<string | null>;

/**
 * The API version of the newest webhook of any shop that this process took, where that is not the expected one. Shopify makes the
 * webhooks of all shops with the version that the app's configuration names.
 */
export type OtherWebhookVersion = () => string | null;
