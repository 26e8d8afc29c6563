import { z } from "zod";
import { cutText } from "../common/clean-text.ts";
import { UnavailableError } from "../ports/errors.ts";
import type { ReadStaff } from "../ports/shopify.ts";
import { postToTokenEndpoint, tryParseJson, type AppCredentials } from "./tokens.ts";

const answer = z.object({
  associated_user: z.object({
    id: z.int(),
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    account_owner: z.boolean().nullish(),
  }),
});

const MAX_NAME = 200;

/**
 * shopify: token exchange. The answer to a request for an online token names the user, without any scope. The token itself
 * is not used and not kept.
 */
export function createReadStaff(app: AppCredentials): ReadStaff {
  return async (shop, idToken) => {
    const { status, text } = await postToTokenEndpoint(shop, {
      client_id: app.apiKey,
      client_secret: app.apiSecret,
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: idToken,
      subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
      requested_token_type: "urn:shopify:params:oauth:token-type:online-access-token",
    });
    if (status !== 200) throw new UnavailableError("Shopify does not exchange the id token", { httpStatus: status });
    const read = answer.safeParse(tryParseJson(text));
    if (!read.success) throw new UnavailableError("Shopify's answer names no user", { httpStatus: status });
    const { id, first_name, last_name, account_owner } = read.data.associated_user;
    const name = [first_name, last_name]
      .map((part) => part?.trim())
      .filter(Boolean)
      .join(" ");
    return { userId: String(id), name: cutText(name, MAX_NAME) || null, accountOwner: account_owner === true };
  };
}
