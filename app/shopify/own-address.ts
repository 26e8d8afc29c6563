/** Whether a full address is one of the app's own: of the same origin, and nothing that only looks like it. */
export function isOwnAddress(address: string, appUrl: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.origin === new URL(appUrl).origin && url.username === "" && url.password === "";
}
