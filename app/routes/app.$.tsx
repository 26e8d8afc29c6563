/** Any other address below /app: the frame says that there is no such page. */
export function loader() {
  throw new Response("There is no such page.", { status: 404 });
}

export default function NoSuchPage() {
  return null;
}
