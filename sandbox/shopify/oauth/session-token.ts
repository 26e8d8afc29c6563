import { createHmac, timingSafeEqual } from "node:crypto";

export interface SessionTokenClaims {
  iss: string;
  dest: string;
  aud: string;
  sub: string;
  exp: number;
  nbf: number;
  iat: number;
  jti: string;
  sid: string;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const sign = (text: string, secret: string) => createHmac("sha256", secret).update(text).digest();

/** The id token that App Bridge gives to the embedded page: HS256 with the app's secret, valid for a minute. */
export function mintSessionToken(shop: string, userId: string, app: { key: string; secret: string }, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const claims: SessionTokenClaims = {
    iss: `https://${shop}/admin`,
    dest: `https://${shop}`,
    aud: app.key,
    sub: userId,
    exp: seconds + 60,
    nbf: seconds - 1,
    iat: seconds,
    jti: crypto.randomUUID(),
    sid: crypto.randomUUID(),
  };
  const text = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${text}.${sign(text, app.secret).toString("base64url")}`;
}

/** The claims, or null when signature, audience, shop or time are wrong. */
export function readSessionToken(
  token: string,
  shop: string,
  app: { key: string; secret: string },
  at: Date,
): SessionTokenClaims | null {
  const [header, body, signature] = token.split(".");
  if (!header || !body || !signature) return null;
  const expected = sign(`${header}.${body}`, app.secret);
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const claims = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as SessionTokenClaims;
  const seconds = at.getTime() / 1000;
  const fits =
    claims.aud === app.key && claims.dest === `https://${shop}` && claims.exp > seconds && claims.nbf <= seconds;
  return fits ? claims : null;
}
