import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { consistencyProof, treeRoot } from "anchorlog/crypto/merkle";
import {
  checkPolicy,
  cosign,
  cosignerKey,
  ed25519NoteKey,
  formatNote,
  parseCosignerKey,
  parseLogCheckpoint,
  parseNote,
  policyOf,
  requestCosignatures,
  signNoteText,
  witnessedCheckpoint,
  type Witness,
  type WitnessFailure,
} from "anchorlog/tlog";
import { listen } from "../listening.ts";
import { mlDsaKeyPair } from "../../src/tlog/mlDsa.ts";
import { keyIdOf, logKey, nodeEd25519, ORIGIN, publicationOf, signCheckpointOf } from "./logs.ts";
import { startWitness, textOf, type WitnessServer } from "./witness-server.ts";

const witnessed = { [ORIGIN]: { ...logKey, keyId: Buffer.from(logKey.keyId) } };
const seed = (i: number): Uint8Array => new Uint8Array(32).fill(0x40 + i);

const start = (i: number, logs: Parameters<typeof startWitness>[2] = witnessed): Promise<WitnessServer> =>
  startWitness(`witness.example/w${i}`, seed(i), logs);

/** A server that answers in its own way, under the name and key of witness `i`. */
async function startLiar(i: number, ...args: Parameters<typeof listen>): Promise<Witness> {
  const server = await listen(...args);
  const name = `witness.example/w${i}`;
  const publicKey = nodeEd25519.publicBytes(nodeEd25519.privateKey(seed(i)));
  const key = { name, keyId: keyIdOf(name, 4, publicKey), publicKey, algorithm: "ed25519" } as const;
  return { key, url: server.url };
}

const of = (server: WitnessServer, oldSize?: number): Witness => ({
  key: parseCosignerKey(server.vkey),
  url: server.url,
  ...(oldSize === undefined ? {} : { oldSize }),
});

function request(size: number, witnesses: readonly Witness[], options?: Parameters<typeof requestCosignatures>[3]) {
  const { tree, checkpoint } = publicationOf(size);
  return requestCosignatures(checkpoint, witnesses, (oldSize) => consistencyProof(tree, oldSize), options);
}

const codes = (result: Awaited<ReturnType<typeof request>>): (WitnessFailure | "cosigned")[] =>
  result.answers.map((answer) => (answer.cosigned ? "cosigned" : answer.code));

describe("a witness by the specification", () => {
  it("cosigns a new log and its growth, and the note satisfies a policy that asks for it", async () => {
    const server = await start(1);
    let oldSize: number | undefined;
    for (const size of [1, 2, 3, 7, 300]) {
      const result = await request(size, [of(server, oldSize)]);
      expect(result.answers).toMatchObject([{ cosigned: true, time: 1_767_603_600 }]);
      const checkpoint = parseLogCheckpoint(result.checkpoint);
      const policy = policyOf({ logs: [logKey], witnesses: [parseCosignerKey(server.vkey)], threshold: 1 });
      expect(checkPolicy(policy, checkpoint)).toMatchObject({ satisfied: true, cosigned: [{ time: 1_767_603_600 }] });
      expect(server.state.get(ORIGIN)?.size).toBe(size);
      oldSize = size;
    }
    // The operator does not ask for a size that it knows.
    expect(server.requests).toHaveLength(5);
  });

  it("is asked for the size that it knows, and then gets a proof from there", async () => {
    const server = await start(1);
    await request(5, [of(server)]);
    expect(codes(await request(9, [of(server)]))).toEqual(["cosigned"]);
    expect(codes(await request(12, [of(server, 3)]))).toEqual(["cosigned"]);
    expect(server.requests.map((body) => body.split("\n")[0])).toEqual(["old 0", "old 0", "old 5", "old 3", "old 9"]);
  });

  it("cosigns the same checkpoint again, and the newer line replaces the older", async () => {
    let now = 100;
    const server = await startWitness("witness.example/w1", seed(1), witnessed, () => now);
    const first = await request(5, [of(server)]);
    now = 200;
    const again = await requestCosignatures(first.checkpoint, [of(server, 5)], () => []);
    expect(again.answers).toMatchObject([{ cosigned: true, time: 200 }]);
    expect(parseNote(again.checkpoint).signatures).toHaveLength(2);
  });

  it("refuses a rollback: an older checkpoint, and a larger one of another history", async () => {
    const server = await start(1);
    await request(9, [of(server)]);
    const older = await request(5, [of(server)]);
    expect(codes(older)).toEqual(["ahead"]);
    expect(codes(await request(5, [of(server, 9)]))).toEqual(["ahead"]);
    expect(older.checkpoint).toBe(publicationOf(5).checkpoint);

    const fork = publicationOf(12, (i) => Uint8Array.of(i, 1));
    const forked = await requestCosignatures(fork.checkpoint, [of(server)], (old) => consistencyProof(fork.tree, old));
    expect(codes(forked)).toEqual(["inconsistent"]);
    const same = publicationOf(9, (i) => Uint8Array.of(i, 1));
    expect(codes(await requestCosignatures(same.checkpoint, [of(server, 9)], () => []))).toEqual(["inconsistent"]);
    expect(server.state.get(ORIGIN)).toMatchObject({ size: 9 });
  });

  it("cosigns an empty tree twice, and then its growth", async () => {
    const server = await start(1);
    for (const size of [0, 0, 3, 3]) expect(codes(await request(size, [of(server)]))).toEqual(["cosigned"]);
    const bodies = server.requests.map((body) => body.slice(0, body.indexOf("\n\n")));
    // No hashes are needed for equal sizes or for growth from size 0.
    expect(bodies).toEqual(["old 0", "old 0", "old 0", "old 0", "old 3"]);
    const other = signCheckpointOf(0, new Uint8Array(32));
    await expect(requestCosignatures(other, [of(server)], () => [])).rejects.toMatchObject({ code: "bad_note" });
  });

  it("does not know other logs, and refuses other keys", async () => {
    const server = await start(1);
    const { tree } = publicationOf(4);
    const other = signCheckpointOf(4, treeRoot(tree), "other.example");
    expect(codes(await requestCosignatures(other, [of(server)], () => []))).toEqual(["unknown_log"]);
    const { text } = parseNote(publicationOf(4).checkpoint);
    const forged = formatNote({ text, signatures: [signNoteText(text, ORIGIN, new Uint8Array(32).fill(1))] });
    expect(codes(await requestCosignatures(forged, [of(server)], () => []))).toEqual(["refused"]);
  });

  it("shows monitors the checkpoint that it cosigned", async () => {
    const server = await start(1);
    expect(await witnessedCheckpoint(server.url, ORIGIN)).toBeUndefined();
    const { checkpoint } = await request(6, [of(server)]);
    const shown = await witnessedCheckpoint(`${server.url}/`, ORIGIN);
    expect(shown).toEqual(parseLogCheckpoint(checkpoint));
    const mirror = await startLiar(2, (_, response) => void response.end(server.state.get(ORIGIN)!.note));
    await expect(witnessedCheckpoint(mirror.url, "other.example")).rejects.toMatchObject({ code: "bad_note" });
    await expect(witnessedCheckpoint("ftp://x", ORIGIN)).rejects.toMatchObject({ code: "bad_url" });
    const gone = witnessedCheckpoint("http://127.0.0.1:1", ORIGIN);
    await expect(gone).rejects.toMatchObject({ code: "witness_unavailable" });
  });
});

describe("witnesses that lie, break or do not answer", () => {
  const cosigned = async (i: number, body: string, time = 7, name = `witness.example/w${i}`): Promise<string> => {
    const text = body.slice(body.indexOf("\n\n") + 2).split("\n\n")[0]!;
    const { note } = parseLogCheckpoint(signCheckpointOf(1, new Uint8Array(32)));
    const own = formatNote({ ...note, signatures: [cosign(`${text}\n`, name, seed(i), time)] });
    return own.slice(own.indexOf("\u2014"));
  };

  it("do not affect the others, which are asked at the same time", async () => {
    const good = [await start(1), await start(2)];
    // It answers after the others.
    const slow = await startLiar(3, async (_, response) => {
      await expect.poll(() => good.every(({ state }) => state.has(ORIGIN))).toBe(true);
      response.writeHead(503).end();
    });
    const gone = { ...slow, url: "http://127.0.0.1:1/" };
    const result = await request(40, [slow, of(good[0]!), gone, of(good[1]!)], { timeout: 60_000 });
    expect(codes(result)).toEqual(["unavailable", "cosigned", "unavailable", "cosigned"]);
    const witnesses = [...good.map(({ vkey }) => parseCosignerKey(vkey)), slow.key];
    const verdict = (threshold: number) =>
      checkPolicy(policyOf({ logs: [logKey], witnesses, threshold }), parseLogCheckpoint(result.checkpoint));
    expect(verdict(2)).toMatchObject({ satisfied: true });
    expect(verdict(3)).toMatchObject({ satisfied: false, code: "no_quorum" });
  });

  it("time out if they do not answer", async () => {
    const silent = await startLiar(3, () => {});
    const result = await request(40, [silent], { timeout: 200 });
    expect(result.answers).toMatchObject([{ code: "unavailable", message: "no answer within 200 ms" }]);
  });

  it("time out once for both requests together", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    let requests = 0;
    const send: typeof fetch = async (_, { signal } = {}) => {
      if (++requests === 1) {
        vi.advanceTimersByTime(300);
        return new Response("3\n", { status: 409, headers: { "content-type": "text/x.tlog.size" } });
      }
      return new Promise((_resolve, reject) => {
        signal!.addEventListener("abort", () => reject(signal!.reason as Error));
        vi.advanceTimersToNextTimer();
      });
    };
    const silent: Witness = { ...(await startLiar(3, () => {})), oldSize: 2 };
    const start = performance.now();
    expect(codes(await request(4, [silent], { timeout: 400, fetch: send }))).toEqual(["unavailable"]);
    expect([requests, performance.now() - start]).toEqual([2, 400]);
  });

  it("add lines of other keys, which are dropped", async () => {
    const liar = await startLiar(1, async (message, response) => {
      const body = await textOf(message);
      response.end((await cosigned(2, body)) + (await cosigned(1, body)) + (await cosigned(1, body, 7, "else")));
    });
    const result = await request(4, [liar]);
    expect(codes(result)).toEqual(["cosigned"]);
    expect(parseNote(result.checkpoint).signatures.map(({ name }) => name)).toEqual([ORIGIN, "witness.example/w1"]);
  });

  const answers: [string, WitnessFailure, (body: string) => string | Promise<string>][] = [
    ["nothing", "bad_answer", () => ""],
    ["a web page", "bad_answer", () => "<html>\n<body>hello</body>\n"],
    ["another witness's line", "bad_answer", (body) => cosigned(2, body)],
    ["a cosignature of another checkpoint", "bad_answer", (body) => cosigned(1, body.replace("\n4\n", "\n5\n"))],
    ["a cosignature without a time", "bad_answer", (body) => cosigned(1, body, 0)],
    [
      "a valid line and an invalid one",
      "bad_answer",
      async (body) => (await cosigned(1, body)) + (await cosigned(1, "")),
    ],
    ["a line without its newline", "bad_answer", async (body) => (await cosigned(1, body)).slice(0, -1)],
    ["a note of its own", "bad_answer", async (body) => `${ORIGIN}\n9\n\n${await cosigned(1, body)}`],
    ["a blank line between", "bad_answer", async (body) => `${await cosigned(2, body)}\n${await cosigned(1, body)}`],
    // The cosignature is valid for a longer text, so adding it would invalidate the note.
    [
      "more text, and a cosignature of all",
      "bad_answer",
      (body) => {
        const text = `${body.slice(body.indexOf("\n\n") + 2).split("\n\n")[0]!}\n\nmore\n`;
        const line = cosign(text, "witness.example/w1", seed(1), 7);
        return `more\n${formatNote({ text: "", signatures: [line] })}`;
      },
    ],
    [
      "a plain signature of its key",
      "bad_answer",
      (body) => {
        const text = `${body.slice(body.indexOf("\n\n") + 2).split("\n\n")[0]!}\n`;
        const own = formatNote({ text, signatures: [signNoteText(text, "witness.example/w1", seed(1))] });
        return own.slice(own.indexOf("\u2014"));
      },
    ],
    ["200 kB", "bad_answer", async (body) => (await cosigned(1, body)).repeat(2_000)],
    ["65 lines", "bad_answer", async (body) => (await cosigned(1, body)).repeat(65)],
  ];
  it.each(answers)("answer with %s", async (_, code, answer) => {
    const liar = await startLiar(
      1,
      async (message, response) => void response.end(await answer(await textOf(message))),
    );
    const result = await request(4, [liar]);
    expect(codes(result)).toEqual([code]);
    expect(result.checkpoint).toBe(publicationOf(4).checkpoint);
  });

  it.each<[string, number, string, string, WitnessFailure]>([
    ["a size over the checkpoint's", 409, "text/x.tlog.size", "10\n", "ahead"],
    ["the size that was sent", 409, "text/x.tlog.size", "0\n", "conflict"],
    ["another size each time", 409, "text/x.tlog.size", "3\n", "conflict"],
    ["a size of another type", 409, "text/plain", "3\n", "bad_answer"],
    ["a size without a newline", 409, "text/x.tlog.size", "3", "bad_answer"],
    ["a size with a leading zero", 409, "text/x.tlog.size", "03\n", "bad_answer"],
    ["a negative size", 409, "text/x.tlog.size", "-3\n", "bad_answer"],
    ["a size over 2^53", 409, "text/x.tlog.size", "9007199254740993\n", "bad_answer"],
    ["a malformed request", 400, "text/plain", "", "refused"],
    ["forbidden", 403, "text/plain", "no", "refused"],
    ["not found", 404, "text/plain", "", "unknown_log"],
    ["inconsistent", 422, "text/plain", "", "inconsistent"],
    ["too many requests", 429, "text/plain", "later", "unavailable"],
    ["a broken server", 500, "text/html", "\u001b[2J\u0007<b>oops</b>", "unavailable"],
    ["a redirect", 307, "text/plain", "", "unavailable"],
  ])("answer with %s (%i)", async (_, status, type, body, code) => {
    let requests = 0;
    const liar = await startLiar(1, (message, response) => {
      requests++;
      message.resume();
      response.writeHead(status, { "Content-Type": type, Location: "http://127.0.0.1:1/" }).end(body);
    });
    const result = await request(4, [liar]);
    expect(codes(result)).toEqual([code]);
    // It asks once more, but only if the returned size is usable.
    expect(requests).toBe(status === 409 && type === "text/x.tlog.size" && body === "3\n" ? 2 : 1);
    expect((result.answers[0] as { message: string }).message).toMatch(/^[ -~]+$/);
  });

  it("do not finish their answer", async () => {
    const liar = await startLiar(1, (_, response) => void response.write("\u2014 witness"));
    expect(codes(await request(4, [liar], { timeout: 200 }))).toEqual(["unavailable"]);
  });

  it("may sign by ML-DSA-44, with a time", async () => {
    const secret = seed(1);
    const key = cosignerKey("witness.example/w1", mlDsaKeyPair(secret).publicKey, "ml-dsa-44");
    const times = [7, 0];
    const { url } = await startLiar(1, async (message, response) => {
      const { note } = parseLogCheckpoint((await textOf(message)).split("\n\n").slice(1).join("\n\n"));
      const line = cosign(note.text, key.name, secret, times.shift()!, "ml-dsa-44");
      const own = formatNote({ text: "", signatures: [line] });
      response.end(own.slice(own.indexOf("\u2014")));
    });
    const cosigned = await request(4, [{ key, url }]);
    expect(cosigned.answers).toMatchObject([{ cosigned: true, time: 7 }]);
    const policy = policyOf({ logs: [logKey], witnesses: [key], threshold: 1 });
    expect(checkPolicy(policy, parseLogCheckpoint(cosigned.checkpoint))).toMatchObject({ satisfied: true });
    expect(codes(await request(4, [{ key, url }]))).toEqual(["bad_answer"]);
  });

  it("are not asked with invalid arguments: an error is thrown", async () => {
    const server = await start(1);
    await expect(request(4, [{ ...of(server), url: "nowhere" }])).rejects.toMatchObject({ code: "bad_url" });
    await expect(requestCosignatures("x", [of(server)], () => [])).rejects.toMatchObject({ code: "bad_note" });
    await expect(request(4, Array<Witness>(64).fill(of(server)))).rejects.toThrow(RangeError);
    await request(4, [of(server)]);
    const failing = requestCosignatures(publicationOf(9).checkpoint, [of(server)], () => {
      throw new Error("no such tree");
    });
    await expect(failing).rejects.toThrow("no such tree");
  });
});

// Requests and answers of litewitness; see the README beside them.
describe("the requests of torchwood's litewitness", () => {
  const vectors = JSON.parse(
    readFileSync(new URL("../vectors/foreign/torchwood/add-checkpoint.json", import.meta.url), "utf8"),
  ) as { body: string; status: number; assert: string }[];
  const origin = "sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562";
  const publicKey = Buffer.from("ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f", "hex");

  it("get the same answers from the tests' witness", async () => {
    expect(vectors).toHaveLength(9);
    const key = ed25519NoteKey(origin, publicKey);
    const server = await start(1, { [origin]: { ...key, keyId: Buffer.from(key.keyId) } });
    for (const { body, status, assert } of vectors) {
      const response = await fetch(`${server.url}/add-checkpoint`, { method: "POST", body });
      // Witnesses returned 403 for an unknown log before the specification settled on 404.
      expect(response.status, body).toBe(assert.includes("unknown log") ? 404 : status);
      const answer = await response.text();
      if (assert.startsWith("body == ")) expect(answer).toBe(JSON.parse(assert.slice(8)));
    }
  });

  it("equal this client's requests for the same tree", async () => {
    const requests = new Map(vectors.map(({ body }) => [body.split("\n")[0]!, body]));
    const accepted = vectors.filter(({ status }) => status === 200);
    const server = await start(1, {
      [origin]: { ...ed25519NoteKey(origin, publicKey), keyId: Buffer.from(ed25519NoteKey(origin, publicKey).keyId) },
    });
    for (const { body } of accepted) {
      const [head, ...rest] = body.split("\n\n");
      const proof = head!
        .split("\n")
        .slice(1)
        .map((line) => new Uint8Array(Buffer.from(line, "base64")));
      const result = await requestCosignatures(rest.join("\n\n"), [of(server)], () => proof);
      expect(codes(result)).toEqual(["cosigned"]);
      expect(server.requests.at(-1)).toBe(body);
    }
    expect(requests.size).toBeGreaterThan(2);
  });
});
