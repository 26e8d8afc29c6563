import { createCipheriv, randomBytes } from "node:crypto";
import { createEncryptor } from "../../app/encryption/encryptor.server.ts";
import type { Row } from "../figures.ts";
import { signedOrder } from "../signed-orders.ts";
import type { BenchContext } from "../bench-context.ts";

const ROUNDS = 20_000;

/** What encryption a 10 KB body costs, beside AES-256-GCM alone with a ready nonce. */
export async function encryptionRows(context: BenchContext): Promise<Row[]> {
  const key = randomBytes(32);
  const nonce = randomBytes(12);
  const { body } = signedOrder(1);
  const encryptor = createEncryptor([{ id: "k1", key }]);
  const ours: number[] = [];
  const floor: number[] = [];
  for (let run = 0; run < context.effort.runs; run += 1) {
    ours.push(microseconds(() => encryptor.encrypt(body, "delivery:00000000-0000-7000-8000-000000000000")));
    floor.push(
      microseconds(() => {
        const cipher = createCipheriv("aes-256-gcm", key, nonce);
        cipher.update(body);
        cipher.final();
      }),
    );
  }
  return [{ id: "R3", name: "encrypting 10 KB; floor: AES-256-GCM alone", unit: "µs", ours, floor, goal: null }];
}

function microseconds(work: () => void): number {
  for (let round = 0; round < ROUNDS / 10; round += 1) work();
  const start = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) work();
  return ((performance.now() - start) * 1000) / ROUNDS;
}
