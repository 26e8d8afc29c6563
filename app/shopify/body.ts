/** An answer's body as text, never more than `most` bytes. @throws Error when it is longer or breaks off. */
export async function readText(answer: Response, most: number): Promise<string> {
  const reader = answer.body?.getReader();
  if (!reader) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > most) {
      await reader.cancel();
      throw new Error("the answer is too large");
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString();
}
