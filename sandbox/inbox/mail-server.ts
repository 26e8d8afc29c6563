import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Faults, MailFault } from "./faults.ts";

export interface Mail {
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
}

interface MailServer {
  port: number;
  close(): Promise<void>;
}

const failure = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** A mail server on 127.0.0.1 that takes every message and delivers none. It has no encryption and asks for no login. */
export async function startMailServer(
  port: number,
  faults: Faults<MailFault>,
  receive: (mail: Omit<Mail, "id" | "at">) => void,
): Promise<MailServer> {
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onConnect: (_, callback) => callback(faults.take("refuse") ? failure(421, "Try again later") : null),
    onRcptTo(_address, _session, callback) {
      switch (faults.take("greylist", "reject_recipient")) {
        case "greylist":
          return callback(failure(451, "4.7.1 Greylisted, please try again later"));
        case "reject_recipient":
          return callback(failure(550, "5.1.1 No such mailbox"));
        default:
          return callback(null);
      }
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const fault = faults.take("time_out", "lose_answer");
        if (fault === "time_out") return;
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          receive({
            from: mail.from?.address ?? "",
            to: session.envelope.rcptTo.map(({ address }) => address).join(", "),
            subject: mail.subject ?? "",
            text: mail.text ?? "",
            headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
          });
          if (fault !== "lose_answer") return callback(null);
          for (const connection of server.connections) if (connection.id === session.id) connection.close();
        }, callback);
      });
    },
  });
  // A client that hangs up ends its own message alone.
  server.on("error", () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    async close() {
      for (const connection of server.connections) connection.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
