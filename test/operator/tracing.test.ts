import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace-base";
import { join } from "node:path";
import { afterAll, beforeEach, beforeAll, describe, expect, it } from "vitest";
import { openAnchorlog, type Anchorlog, type AnchorlogOptions, type CheckpointEvent, type Tracer } from "anchorlog";
import type { DigestSigner } from "anchorlog/action";
import { depositStake, presets, registerOperator } from "anchorlog/chain";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { tileFolder } from "anchorlog/tlog/node";
import { cosignerKey, formatCosignerKey, parsePolicy } from "anchorlog/tlog";
import { closing, atEnd } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { SPANS, traced, type SpanName } from "../../src/operator/observe/tracing.ts";
import { startAnvil, type Anvil } from "../dispute/anvil.ts";
import { newFolder } from "../folder.ts";
import {
  keys,
  NOW,
  openTestOperator,
  operator as template,
  settings,
  signAction,
  signActionFor,
  wallets,
} from "../operator.ts";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
/** The tracer that a user passes: OpenTelemetry's API over its SDK. */
const tracer: Tracer = trace.getTracer("anchorlog");
const server = trace.getTracer("server");
/** A secret that no span may contain. */
const SECRET = "hunter2";

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(provider);
afterAll(() => {
  trace.disable();
  context.disable();
});
// What closing an operator adds is checked as well.
const checkSpans = (): void => {
  const all = JSON.stringify(
    exporter.getFinishedSpans().map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  );
  expect(all).not.toContain(SECRET);
  expect(all).not.toMatch(/\w+:\/\//);
  for (const span of ours()) {
    const known = (SPANS[span.name as SpanName].attributes as readonly string[]).map((name) =>
      name === "code" ? "error.type" : `anchorlog.${name}`,
    );
    expect([...known, "error.type"], span.name).toEqual(expect.arrayContaining(Object.keys(span.attributes)));
  }
  exporter.reset();
};
beforeEach(() => atEnd(checkSpans));

const ours = (): ReadableSpan[] => exporter.getFinishedSpans().filter(({ name }) => name.startsWith("anchorlog."));
const named = (name: SpanName): ReadableSpan[] => ours().filter((span) => span.name === name);
const parentOf = (span: ReadableSpan): string | undefined =>
  exporter.getFinishedSpans().find((other) => other.spanContext().spanId === span.parentSpanContext?.spanId)?.name;

/** Runs something within a server's span, as the handler of a request does. */
const inRequest = <T>(work: () => Promise<T>): Promise<T> =>
  server.startActiveSpan("PUT /objects", (span) => work().finally(() => span.end()));

async function open(own: Partial<AnchorlogOptions> = {}): Promise<Anchorlog> {
  return (await openTestOperator(undefined, () => NOW, { tracer, ...own })).anchorlog;
}

describe("spans of a submission", () => {
  it("do not verify a judged action a second time", async () => {
    const anchorlog = await open();
    const [one, two] = await Promise.all([0, 1].map((nonce) => signAction(wallets[0]!, "a.example", nonce)));
    const judged = await anchorlog.judge(one);
    const action = judged.verdict === "valid" ? judged.action : undefined;
    expect(named("anchorlog.verify")).toMatchObject([{ attributes: { "anchorlog.actions": 1 } }]);
    exporter.reset();
    await anchorlog.verify(action);
    expect(await anchorlog.submitMany([action])).toMatchObject([{ status: "accepted" }]);
    expect(named("anchorlog.verify")).toEqual([]);
    expect(await anchorlog.submitMany([action, two])).toMatchObject([{ status: "retry" }, { status: "accepted" }]);
    expect(named("anchorlog.verify")).toMatchObject([{ attributes: { "anchorlog.actions": 1 } }]);
  });

  it("are children of the request's span, and count the results", async () => {
    const anchorlog = await open();
    const actions = await Promise.all([0, 1, 2].map((nonce) => signAction(wallets[0]!, "a.example", nonce)));
    await anchorlog.submit(actions[0]!);
    exporter.reset();
    await inRequest(() => anchorlog.submitMany([...actions, { nothing: true }]));

    const [submit] = named("anchorlog.submit");
    expect(submit!.attributes).toEqual({
      "anchorlog.actions": 4,
      "anchorlog.accepted": 2,
      "anchorlog.retries": 1,
      "anchorlog.refused": 1,
      "anchorlog.indeterminate": 0,
    });
    expect(submit!.status.code).toBe(0);
    expect(parentOf(submit!)).toBe("PUT /objects");
    const [append] = named("anchorlog.append");
    expect(append!.attributes).toEqual({
      "anchorlog.log": "a.example",
      "anchorlog.actions": 3,
      "anchorlog.appended": 2,
    });
    for (const name of ["anchorlog.verify", "anchorlog.append", "anchorlog.receipts"] as const) {
      expect(named(name).map(parentOf), name).toEqual(["anchorlog.submit"]);
    }
  });

  it("have the code of an error, but not its message", async () => {
    let fails = false;
    const failing: DigestSigner = {
      address: keys.receiptKey.address,
      sign: async (digest) => {
        if (fails) throw new Error(`https://${SECRET}@kms.example`);
        return keys.receiptKey.sign(digest);
      },
    };
    const anchorlog = await open({ keys: { ...keys, receiptKey: failing }, onError: () => {} });
    fails = true;
    const answer = await anchorlog.submit(await signAction(wallets[0]!, "a.example", 0));
    expect(answer).toMatchObject({ code: "receipt_unavailable" });
    expect(named("anchorlog.submit")[0]).toMatchObject({
      status: { code: 2 },
      attributes: { "error.type": "receipt_unavailable" },
    });
    expect(named("anchorlog.receipts")[0]).toMatchObject({
      status: { code: 2 },
      attributes: { "error.type": "signer_failed" },
    });
    const sql = `INSERT INTO ${SECRET} VALUES (1)`;
    await expect(
      anchorlog.submitMany([await signAction(wallets[0]!, "a.example", 1)], { effects: [sql as never] }),
    ).rejects.toMatchObject({ code: "bad_effect" });
    expect(named("anchorlog.submit")[1]).toMatchObject({
      status: { code: 2 },
      attributes: { "error.type": "bad_effect" },
    });
  });

  it("cost nothing if no tracer is given", () => {
    const work = async (): Promise<void> => {};
    expect(traced(undefined, "anchorlog.submit", work, { result: () => ({}) })).toBe(work);
  });

  it("do not affect the operator if the tracer fails", async () => {
    const broken = (): never => {
      throw new Error(SECRET);
    };
    const span = { setAttributes: broken, setStatus: broken, addEvent: broken, spanContext: broken, end: broken };
    const tracers = [
      { startSpan: broken, startActiveSpan: broken },
      {
        startSpan: () => span,
        startActiveSpan: (_: string, __: object, work: (given: unknown) => unknown) => work(span),
      },
      { startSpan: () => undefined, startActiveSpan: () => undefined },
    ] as unknown as Tracer[];
    for (const one of tracers) {
      const anchorlog = await open({ tracer: one });
      expect(await anchorlog.submit(await signAction(wallets[0]!, "a.example", 0))).toMatchObject({
        status: "accepted",
      });
      expect(await anchorlog.closeBatches()).toHaveLength(1);
      expect((await anchorlog.checkpoint()).size).toBe(1);
    }
  });

  it("need a valid tracer", async () => {
    await expect(open({ tracer: trace as never })).rejects.toMatchObject({
      code: "bad_option",
      details: { option: "tracer" },
    });
  });
});

describe("spans of sealing", () => {
  it("are roots if sealing is automatic, and children of the caller if it is requested", async () => {
    const anchorlog = await open({ batches: { maxEntries: 2 } });
    for (const nonce of [0, 1]) {
      await inRequest(async () => anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce)));
    }
    await expect.poll(() => named("anchorlog.close_batches")).toHaveLength(1);
    const [byItself] = named("anchorlog.close_batches");
    expect(byItself!.parentSpanContext).toBeUndefined();
    expect(byItself!.attributes).toMatchObject({
      "anchorlog.batches": 1,
      "anchorlog.entries": 2,
      "anchorlog.position": 0,
    });

    await anchorlog.submit(await signAction(wallets[0]!, "b.example", 0));
    await inRequest(() => anchorlog.closeBatches());
    expect(named("anchorlog.close_batches").map(parentOf)).toEqual([undefined, "PUT /objects"]);
    await anchorlog.checkpoint();
    await anchorlog.checkpoint();
    // The second is the one that is stored.
    expect(named("anchorlog.sign").map(({ attributes }) => attributes)).toEqual([{ "anchorlog.size": 2 }]);
  });

  it("report publishing, and witnesses that do not answer", async () => {
    const folder = newFolder();
    const key = formatCosignerKey(cosignerKey("witness.example", keys.noteKey.publicKey));
    const policy = parsePolicy(`witness w ${key} http://${SECRET}@127.0.0.1:1/\nquorum w\n`);
    const anchorlog = await open({ publish: { tiles: tileFolder(folder), policy } });
    await anchorlog.submit(await signAction(wallets[0]!, "a.example", 0));
    await anchorlog.closeBatches();
    await anchorlog.publish();
    const [publish] = named("anchorlog.publish");
    expect(publish!.attributes).toEqual({ "anchorlog.size": 1, "anchorlog.witnessed": false });
    expect(named("anchorlog.witness").map(({ attributes }) => attributes)).toEqual([
      { "anchorlog.asked": 1, "anchorlog.cosigned": 0 },
    ]);
    for (const name of ["anchorlog.witness", "anchorlog.sign"] as const) {
      expect(named(name).map(parentOf)).toEqual(["anchorlog.publish"]);
    }
  });
});

describe("spans of anchoring", () => {
  let anvil: Anvil;
  beforeAll(async () => void (anvil = await startAnvil(NOW / 1_000)));

  it("follow a checkpoint through a replaced transaction to its finality, linked", async () => {
    const { registry } = await deployLocally({ provider: anvil.client as never }, presets.local);
    const account = developmentAccount(1, LOCAL_CHAIN_ID);
    const operator = { ...template, registry, operator: account.address.toLowerCase() as `0x${string}` };
    const { name, version } = operator;
    await registerOperator(anvil.writer(account), operator, { name, version, maxAnchorDelay: 3_600, ...keys });
    await depositStake(anvil.writer(account), operator);
    const folder = newFolder();
    const events: CheckpointEvent[] = [];
    let now = 1_000 * (await anvil.now());
    const anchorlog: Anchorlog = await openAnchorlog({
      ...settings,
      store: await openSqliteStore(join(folder, "store.sqlite")),
      operator,
      chain: anvil.writer(account),
      maxAnchorDelay: 3_600,
      anchors: { maxAge: 900_000, pollInterval: 20 },
      transactions: { resubmissionTimeout: 0.3, notInMempoolTimeout: 0.3, pollInterval: 0.03 },
      clock: () => now,
      tracer,
      onCheckpoint: (event) => events.push(event),
    });
    closing(anchorlog);
    const deadline = Math.floor(now / 1_000) + 60;
    await anchorlog.submit(await signActionFor(operator, wallets[0]!, "a.example", 0, { deadline }));
    await anchorlog.closeBatches();

    await anvil.test.setAutomine(false);
    const anchoring = inRequest(() => anchorlog.anchor());
    await expect.poll(async () => (await anchorlog.status()).transactions?.feeBumps).toBeGreaterThan(0);
    await anvil.test.setAutomine(true);
    await anvil.advance(1);
    const anchored = await anchoring;
    expect(anchored.status).toBe("anchored");

    const [anchor] = named("anchorlog.anchor");
    expect(anchor!.attributes).toMatchObject({
      "anchorlog.status": "anchored",
      "anchorlog.size": 1,
      "anchorlog.transaction.hash": anchored.transactionHash,
      "anchorlog.gas": Number(anchored.gasUsed),
    });
    expect(parentOf(anchor!)).toBe("PUT /objects");
    expect(named("anchorlog.sign").map(parentOf)).toEqual(["anchorlog.anchor"]);
    const [transaction] = named("anchorlog.transaction");
    expect(transaction!.links.map((link) => link.context.spanId)).toEqual([anchor!.spanContext().spanId]);
    expect(transaction!.attributes).toMatchObject({ "anchorlog.transaction.hash": anchored.transactionHash });
    expect(transaction!.attributes["anchorlog.replaced"]).toBeGreaterThan(0);
    const happened = transaction!.events.map((event) => event.name);
    expect(happened[0]).toBe("sent");
    expect(happened).toContain("replaced");
    expect(happened.slice(-2)).toEqual(["mined", "confirmed"]);
    const fees = transaction!.events.map(({ attributes }) => Number(attributes!["anchorlog.max_fee_gwei"]));
    expect(fees[happened.indexOf("replaced")]).toBeGreaterThan(fees[0]!);

    await expect.poll(() => events.map(({ what }) => what)).toContain("anchored");
    const delay = 2 * 86_400;
    now += 1_000 * delay;
    await anvil.advance(delay);
    await expect.poll(() => named("anchorlog.finality")).toHaveLength(1);
    const [finality] = named("anchorlog.finality");
    expect(finality).toMatchObject({ attributes: { "anchorlog.size": 1 }, status: { code: 0 } });
    expect(finality!.parentSpanContext).toBeUndefined();
    expect(finality!.links.map((link) => link.context.spanId)).toEqual([anchor!.spanContext().spanId]);
  });
});
