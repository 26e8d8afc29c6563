import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { OUTSIDE } from "../components/common/copy.ts";
import { theServices } from "../composition/services.server.ts";
import { readStopLink, stopByLink } from "../notifications/stop-link.ts";

const text = OUTSIDE.stopNotifications;

/** The page of the link in an email. A mail program may open it by itself: a GET changes nothing. */
export async function loader({ params }: LoaderFunctionArgs) {
  const state = await readStopLink(theServices().core.ctx, params["token"] ?? "");
  if (state === "invalid") throw new Response(null, { status: 404 });
  return { state };
}

/** The page's button, and the one click of mail programs (RFC 8058). */
export async function action({ params }: ActionFunctionArgs) {
  await stopByLink(theServices().core.ctx, params["token"] ?? "");
  // No redirect: mail programs would take it for a failure.
  return null;
}

export const meta: MetaFunction = () => [{ title: text.title }, { name: "robots", content: "noindex" }];

export default function StopNotifications() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>{text.title}</h1>
      {state === "active" ? (
        <Form method="post" reloadDocument>
          <p>{text.question}</p>
          <button type="submit">{text.stop}</button>
        </Form>
      ) : (
        <p>{text[state]}</p>
      )}
    </main>
  );
}
