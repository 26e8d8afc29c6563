/** The request that sends a file, compressed: a table of many megabytes is some then. Fails where the browser cannot read the file. */
export async function fileRequest(file: File): Promise<RequestInit> {
  const body = await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
  return { method: "POST", headers: { "Content-Type": "application/gzip" }, body };
}
