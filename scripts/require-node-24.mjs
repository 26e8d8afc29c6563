/** Before `npm start`: the error of an older Node only names the unknown extension .ts. */
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(`Inkbridge runs on Node 24 or newer; this is Node ${process.versions.node} (${process.execPath}).`);
  process.exitCode = 1;
}
