// Starts OpenTelemetry before a process, as an operator's `--import` does. Its spans go to the file OTEL_TEST_FILE in
// one batch when the process ends. The name of each ended span is written to a second file immediately.
import { trace } from "@opentelemetry/api";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { appendFileSync } from "node:fs";

const exporter = {
  export: (spans, done) => {
    for (const { name, attributes, events, status, links } of spans) {
      const line = JSON.stringify({ name, attributes, events, status, links });
      appendFileSync(process.env.OTEL_TEST_FILE, `${line}\n`);
    }
    done({ code: 0 });
  },
  shutdown: async () => {},
};
const processor = new BatchSpanProcessor(exporter, { scheduledDelayMillis: 600_000 });
const ended = {
  onStart: () => {},
  onEnd: ({ name, attributes }) =>
    appendFileSync(`${process.env.OTEL_TEST_FILE}-ended`, `${name} ${attributes["anchorlog.status"] ?? ""}\n`),
  forceFlush: async () => {},
  shutdown: async () => {},
};
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [processor, ended] }));
