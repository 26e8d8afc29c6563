import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/** Of this server alone: nobody trusts its certificate, which it issued to itself. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRDSCmQ6YxN+Ix6Vh
jmZURM5iw23ZFR5x05AP+vJrb4+hRANCAAT+xSDYQXQ+84bzx+pfppS2/excjyZ1
p7OpNZ2YfHXIxtYHD3ghgZidnxunuAIkozRl6I2uFc3zv0V2iDs2a4BW
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBjTCCATOgAwIBAgIUdyA2lpKdIQIeYMyEw67pIjrgdl8wCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQc3RhbmQtaW4uaW52YWxpZDAgFw0yNjExMjkxMjQxNDRaGA8y
MTI2MTEwNTEyNDE0NFowGzEZMBcGA1UEAwwQc3RhbmQtaW4uaW52YWxpZDBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABP7FINhBdD7zhvPH6l+mlLb97FyPJnWns6k1
nZh8dcjG1gcPeCGBmJ2fG6e4AiSjNGXoja4VzfO/RXaIOzZrgFajUzBRMB0GA1Ud
DgQWBBRfaJ9EUOBz5bCRYkR9AwCKwNUOmjAfBgNVHSMEGDAWgBRfaJ9EUOBz5bCR
YkR9AwCKwNUOmjAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIDOz
2swd/GFjLhhf4QLJqy5XR5xGUbfzCTuo3/upAkvqAiEAzuLIF2YbCsv6XiaHe77p
vrFEacILCxcJPrc3naxC2iA=
-----END CERTIFICATE-----`;

/** Real HTTPS with a certificate that clients refuse. `requests` counts what came all the same. */
export async function untrustedServer(): Promise<{
  origin: string;
  requests: () => number;
  close: () => Promise<void>;
}> {
  let requests = 0;
  const server = createServer({ key, cert }, (_req, res) => {
    requests += 1;
    res.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
