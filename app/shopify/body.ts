/** An answer's body as text. @throws Error when it is longer than `maxBytes` or breaks off */
export async function readText(answer: Response, maxBytes: number): Promise<string> {
  const reader = answer.body?.getReader();
  if (!reader) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new Error("the answer is too large");
    }
    chunks.push(chunk.value);
  }
  return Buffer.concat(chunks).toString();
}
