/** The last part of a link: what staff called the file. */
export function fileName(link: string): string {
  const path = URL.parse(link)?.pathname.split("/").at(-1) ?? "";
  return path === "" ? link : decode(path);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
