import { orderBody } from "../order-body.testing.ts";
import { createPrintServiceStandIn } from "../index.ts";
import type { StandInOptions } from "../index.ts";
import { testClient } from "../client.testing.ts";

export const CREATE = "/cdn/api/orders/v1/create";
const REGISTER = {
  tracking: "/cdn/api/webhook/v1/register",
  order_status: "/cdn/api/webhook/v1/register-update-order",
};

/** A stand-in with one order, and its back office as a browser without scripts has it. */
export async function openBackOffice(options: StandInOptions = {}) {
  const service = await createPrintServiceStandIn(options);
  const client = await testClient(service.url).signedIn();
  await client.post(CREATE, orderBody());
  const page = async (path: string) => {
    const answer = await fetch(service.url + path);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  return {
    service,
    client,
    page,
    order: () => service.state().orders[0]!,
    /** Registers an endpoint for both kinds of events. */
    async listen(endpoint: string) {
      for (const path of Object.values(REGISTER))
        await client.post(path, { type: "create", endpoint, access_key: "X-Key", access_token: "secret-token" });
    },
    /** Sends a form as the browser does, and follows to the page behind it. */
    async submit(control: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
      const sent = await fetch(`${service.url}/do/${control}`, {
        method: "POST",
        body: new URLSearchParams({ back: "/", ...fields }),
        headers,
        redirect: "manual",
      });
      const to = sent.headers.get("location");
      return { status: sent.status, to, text: to === null ? await sent.text() : (await page(to)).text };
    },
  };
}
