import { remembering } from "./remembering.ts";
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** Keys derived from the server's secret, one for each purpose. */
export type Secrets = {
  /** HMAC-SHA-256 with the key of a purpose: 32 bytes. */
  mac(purpose: Purpose, ...parts: readonly (string | Uint8Array)[]): Buffer;
  /** Encrypts with AES-256-GCM. `open` needs the same `name`. */
  seal(purpose: Purpose, name: string, content: Uint8Array): Uint8Array;
  /** @returns undefined if it was sealed under another purpose, name or secret. */
  open(purpose: Purpose, name: string, sealed: Uint8Array): Buffer | undefined;
};

type Purpose =
  | "one-time code"
  | "refresh token"
  | "signing key"
  | "API key"
  | "cursor"
  | "webhook secret"
  | "forwarded request"
  | "asking"
  | "network";

const NONCE = 12;
const TAG = 16;

/** @param secret 32 bytes. */
export function createSecrets(secret: Uint8Array): Secrets {
  const keyOf = remembering(Infinity, (purpose: Purpose) =>
    Buffer.from(hkdfSync("sha256", secret, new Uint8Array(0), `anchorlog server: ${purpose}`, 32)),
  );
  return {
    mac: (purpose, ...parts) => {
      const mac = createHmac("sha256", keyOf(purpose));
      for (const part of parts) {
        const bytes = typeof part === "string" ? Buffer.from(part) : part;
        // A length before each part, so that different lists of parts never have the same bytes.
        const length = Buffer.alloc(4);
        length.writeUInt32BE(bytes.length);
        mac.update(length).update(bytes);
      }
      return mac.digest();
    },
    seal: (purpose, name, content) => {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", keyOf(purpose), nonce).setAAD(Buffer.from(name));
      return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },
    open: (purpose, name, sealed) => {
      if (sealed.length < NONCE + TAG) return undefined;
      const decipher = createDecipheriv("aes-256-gcm", keyOf(purpose), sealed.subarray(0, NONCE))
        .setAAD(Buffer.from(name))
        .setAuthTag(sealed.subarray(-TAG));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

/** SHA-256, in hex. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** Compares two texts in constant time, by their digests. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)));
}
