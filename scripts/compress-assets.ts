/** Compresses the client's files once, at build time: at each request it takes the CPU time that pages are rendered with. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

const COMPRESSIBLE = /\.(js|css|svg)$/;

/** Writes `<file>.br` and `<file>.gz` beside each file of the folder that is code or text. */
export function compressAssets(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => COMPRESSIBLE.test(one))) {
    const content = readFileSync(`${folder}/${name}`);
    writeFileSync(`${folder}/${name}.br`, brotliCompressSync(content));
    writeFileSync(`${folder}/${name}.gz`, gzipSync(content, { level: 9 }));
  }
}
