/** Before `npm start`: an older Node would only say that it does not know the ending .ts. */
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(`Inkbridge runs on Node 24 or newer; this is Node ${process.versions.node} (${process.execPath}).`);
  process.exitCode = 1;
}
