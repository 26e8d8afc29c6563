/** Any other address below /app: the frame shows "Page not found". */
export function loader() {
  throw new Response("Page not found.", { status: 404 });
}

export default function NoSuchPage() {
  return null;
}
