#!/usr/bin/env bash
# Tool: nodemailer 10.6.1.
# Behavior: a connection that ends before the greeting and one that ends after the server has stored the message reject
#   `sendMail` with the same error. Its `command` is CONN in both, and it has nothing else to tell them apart.
# Cause: the handler of a closed socket names CONN, whatever command is under way.
# Seen on 2026-11-30:
#   closed before the greeting: ECONNECTION, command CONN, messages stored 0
#   closed after the recipient: ECONNECTION, command CONN, messages stored 0
#   closed after the message: ECONNECTION, command CONN, messages stored 1
# Why it matters: a merchant is told by mail that an order is stuck. An app that repeats what failed at CONN mails it
#   again and again to somebody who has it, and one that repeats nothing loses the mail that never began.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm init -y >/dev/null
timeout 90 npm install --no-audit --no-fund --ignore-scripts nodemailer@10.6.1

cat >try.cjs <<'JS'
const net = require("net");
const nodemailer = require("nodemailer");

/** A mail server that ends the connection at one point, as a restart does. */
function startServer(endsAt) {
  const state = { stored: 0 };
  const server = net.createServer((socket) => {
    if (endsAt === "greeting") return void socket.end();
    let received = "";
    let inMessage = false;
    const take = (end) => {
      const at = received.indexOf(end);
      if (at < 0) return null;
      const text = received.slice(0, at);
      received = received.slice(at + end.length);
      return text;
    };
    const say = (line) => void socket.write(`${line}\r\n`);
    const answer = () => {
      const text = take(inMessage ? "\r\n.\r\n" : "\r\n");
      if (text === null) return false;
      const command = text.slice(0, 4).toUpperCase();
      if (inMessage) {
        inMessage = false;
        state.stored += 1;
        if (endsAt === "message") return void socket.end();
        say("250 stored");
      } else if (command === "RCPT" && endsAt === "recipient") return void socket.end();
      else if (command === "DATA") {
        inMessage = true;
        say("354 go ahead");
      } else say("250 done");
      return true;
    };
    socket.on("data", (bytes) => {
      received += bytes;
      while (answer());
    });
    say("220 ready");
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ server, state })));
}

async function errorOf(endsAt) {
  const { server, state } = await startServer(endsAt);
  const transport = nodemailer.createTransport({ host: "127.0.0.1", port: server.address().port, ignoreTLS: true });
  const mail = { from: "app@shop.example", to: "staff@shop.example", subject: "Order #1001", text: "It is stuck." };
  const error = await transport.sendMail(mail).then(
    () => null,
    (reason) => reason,
  );
  server.close();
  const told = error && JSON.stringify({ message: error.message, ...error });
  return { told, code: error?.code, command: error?.command, stored: state.stored };
}

async function main() {
  const points = { greeting: "before the greeting", recipient: "after the recipient", message: "after the message" };
  const results = [];
  for (const [endsAt, words] of Object.entries(points)) {
    const result = await errorOf(endsAt);
    console.log(`closed ${words}: ${result.code}, command ${result.command}, messages stored ${result.stored}`);
    results.push(result);
  }
  const [before, between, after] = results;
  const same = before.told !== null && before.told === between.told && before.told === after.told;
  process.exit(same && before.stored === 0 && after.stored === 1 ? 0 : 1);
}
main();
JS
timeout 40 node try.cjs || {
  echo "CHANGED: the error of a lost connection now differs. The output above shows what happened." >&2
  exit 1
}
echo "As stated: one error for a mail that never began and for one that is stored."
