/** Whether a full URL is of the app's own origin, without credentials that imitate it. */
export function isOwnAddress(address: string, appUrl: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.origin === new URL(appUrl).origin && url.username === "" && url.password === "";
}
