/** A page of one sentence: what Remix, the network and the browser take without anything of the app. */
export default function Page() {
  return <p>An empty page.</p>;
}
