import { ed25519 } from "@noble/curves/ed25519.js";
import { describe, expect, it } from "vitest";
import {
  ed25519NoteKey,
  formatNote,
  formatVerifierKey,
  isSignedBy,
  parseNote,
  parseVerifierKey,
  signNoteText,
} from "anchorlog/tlog";

// The example of c2sp.org/signed-note (C2SP/C2SP, commit 5ba5ee83).
const EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const EXAMPLE = `This is an example message.

\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

describe("signed notes", () => {
  it("verify the specification's example", () => {
    const note = parseNote(EXAMPLE);
    expect(note.text).toBe("This is an example message.\n");
    expect(isSignedBy(note, parseVerifierKey(EXAMPLE_KEY))).toBe(true);
    expect(formatNote(note)).toBe(EXAMPLE);
    expect(formatVerifierKey(parseVerifierKey(EXAMPLE_KEY))).toBe(EXAMPLE_KEY);
  });

  it("do not verify with a changed character of text or signature", () => {
    const key = parseVerifierKey(EXAMPLE_KEY);
    expect(isSignedBy(parseNote(EXAMPLE.replace("an example", "an Example")), key)).toBe(false);
    expect(isSignedBy(parseNote(EXAMPLE.replace("2ONncAl", "2ONncAm")), key)).toBe(false);
    expect(isSignedBy(parseNote(EXAMPLE.replace("Uw2QOk", "Uw2QOl")), key)).toBe(false);
    expect(isSignedBy(parseNote(EXAMPLE.replace("example.com/foo", "example.com/bar")), key)).toBe(false);
  });

  it("ignore signatures of unknown keys, and reject the note for one bad signature of a known key", () => {
    const [secret, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const key = ed25519NoteKey("log.example", ed25519.getPublicKey(secret));
    const good = signNoteText("text\n", "log.example", secret);
    const foreign = signNoteText("text\n", "log.example", other);
    const bad = { ...good, signature: signNoteText("else\n", "log.example", secret).signature };
    const note = (...signatures: (typeof good)[]) => parseNote(formatNote({ text: "text\n", signatures }));
    expect(isSignedBy(note(foreign, good), key)).toBe(true);
    expect(isSignedBy(note(foreign), key)).toBe(false);
    expect(isSignedBy(note(good, bad), key)).toBe(false);
  });

  it("keep empty lines in their text", () => {
    const text = "one\n\ntwo\n";
    const signature = signNoteText(text, "log.example", new Uint8Array(32).fill(1));
    expect(parseNote(formatNote({ text, signatures: [signature] })).text).toBe(text);
  });

  it.each([
    ["no signatures", "text\n"],
    ["no final newline", EXAMPLE.slice(0, -1)],
    ["a carriage return", EXAMPLE.replace("message.\n", "message.\r\n")],
    ["a hyphen for the dash", EXAMPLE.replace("\u2014", "-")],
    ["base64 without padding", EXAMPLE.replace("=\n", "\n")],
    ["base64 with spare bits", EXAMPLE.replace("QM=", "QN=")],
    ["a short signature", EXAMPLE.replace(/foo .*\n/, "foo Uw2QOg==\n")],
    ["a plus in the name", EXAMPLE.replace("/foo", "/f+o")],
    ["a space of another script in the name", EXAMPLE.replace("/foo", "/f\u3000o")],
    ["a next-line character in the name", EXAMPLE.replace("/foo", "/f\u0085o")],
    ["65 signatures", EXAMPLE + EXAMPLE.split("\n")[2]!.concat("\n").repeat(64)],
    ["a megabyte", `${"a".repeat(1 << 20)}${EXAMPLE}`],
    ["a lone surrogate", `\ud800${EXAMPLE}`],
  ])("refuse %s", (_, text) => {
    expect(() => parseNote(text)).toThrow(expect.objectContaining({ code: "bad_note" }) as Error);
  });

  it("have up to 64 signatures, and names of any script", () => {
    const line = EXAMPLE.split("\n")[2]!.replace("example.com", "пример.example");
    const note = parseNote(`text\n\n${`${line}\n`.repeat(64)}`);
    expect(note.signatures).toHaveLength(64);
    expect(note.signatures[63]!.name).toBe("пример.example/foo");
  });

  it("refuse verifier keys whose ID does not fit, or of another type", () => {
    for (const bad of [
      EXAMPLE_KEY.replace("530d903a", "530d903b"),
      EXAMPLE_KEY.replace("+Aek", "+Bek"),
      EXAMPLE_KEY.slice(0, -4),
      "",
    ]) {
      expect(() => parseVerifierKey(bad)).toThrow(expect.objectContaining({ code: "bad_note" }) as Error);
    }
  });
});
