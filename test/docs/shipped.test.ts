import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ALARMS, WATCH_ALARMS } from "../../scripts/generate/alarms.ts";
import { METRICS } from "../../src/operator/observe/metrics.ts";
import { WATCH_METRICS } from "../../src/watch/metrics.ts";
import { newFolder } from "../folder.ts";
import { ROOT } from "./snippets.ts";

describe("the alarms", () => {
  const alarms = [...ALARMS, ...WATCH_ALARMS];

  it("are listed in docs/alerts.yml, all of them and no others", async () => {
    const rules = await readFile(`${ROOT}docs/alerts.yml`, "utf8");
    for (const { name } of alarms) expect(rules).toContain(`- alert: ${name}\n`);
    expect(rules.match(/- alert: /g)).toHaveLength(alarms.length);
  });

  it("use metrics that exist", () => {
    const known = [...METRICS, ...WATCH_METRICS].map(({ name }) => name);
    for (const { expr } of alarms)
      for (const [name] of expr.matchAll(/anchorlog_[a-z_]+/g)) expect(known).toContain(name);
  });
});

// Tests shipped files with the programs that read them, if those are installed.
const run = promisify(execFile);

function isInstalled(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A firing alarm in the form of `promtool test rules`. */
function expected(name: string, labels: object) {
  const { severity, summary, action } = ALARMS.find((alarm) => alarm.name === name)!;
  return { exp_labels: { severity, ...labels }, exp_annotations: { summary, description: action } };
}

it.runIf(isInstalled("promtool"))("Prometheus accepts the alarms, and each fires under its condition", async () => {
  const rules = `${ROOT}docs/alerts.yml`;
  expect((await run("promtool", ["check", "rules", rules])).stdout).toMatch(/SUCCESS/);
  const a = { job: "a", instance: "1" };
  const series = (name: string, values: string, { job, instance, ...more }: Record<string, string> = a) => {
    const labels = Object.entries({ job, instance, ...more }).map(([label, text]) => `${label}="${text}"`);
    return { series: `${name}{${labels.join(",")}}`, values };
  };
  const b = { job: "b", instance: "2" };
  const on = (alertname: string, exp_alerts: object[]) => ({ eval_time: "30m", alertname, exp_alerts });
  const tests = [
    {
      // Job a ends in the tenth minute. Job b continues, but does not lead.
      input_series: [
        series("anchorlog_up", "1x10 _x30"),
        series("anchorlog_lease_held", "1x10 _x30"),
        series("anchorlog_up", "1x40", b),
        series("anchorlog_lease_held", "0x40", b),
        series("anchorlog_key_end_seconds", Array(40).fill("Inf").join(" "), { ...b, role: "anchor" }),
        series("anchorlog_key_end_seconds", "600x40", { ...b, role: "receipt" }),
      ],
      alert_rule_test: [
        on("AnchorlogAbsent", [expected("AnchorlogAbsent", { job: "a" })]),
        on("AnchorlogNobodyLeads", [expected("AnchorlogNobodyLeads", { job: "b" })]),
        on("AnchorlogNextKeyMissing", [expected("AnchorlogNextKeyMissing", { ...b, role: "receipt" })]),
      ],
    },
    {
      input_series: [
        series("anchorlog_stake_ether", "0x40"),
        series("anchorlog_stake_required_ether", "1x40"),
        series("anchorlog_stake_status", "1x40", { ...a, status: "open" }),
        series("anchorlog_stake_ether", "0x40", b),
        series("anchorlog_stake_required_ether", "1x40", b),
        series("anchorlog_stake_status", "0x40", { ...b, status: "open" }),
        series("anchorlog_stake_status", "1x40", { ...b, status: "slashed" }),
        series("anchorlog_actions_total", "0+3x40", { ...a, answer: "guard_failed" }),
        series("anchorlog_actions_total", "7x40", { ...a, answer: "receipt_unavailable" }),
      ],
      alert_rule_test: [
        on("AnchorlogAbsent", [expected("AnchorlogAbsent", {})]),
        on("AnchorlogStakeShort", [expected("AnchorlogStakeShort", a)]),
        on("AnchorlogSlashed", [expected("AnchorlogSlashed", { ...b, status: "slashed" })]),
        on("AnchorlogActionsFailing", [expected("AnchorlogActionsFailing", a)]),
        on("AnchorlogNoReceipts", []),
      ],
    },
  ];
  const folder = newFolder();
  // JSON is YAML.
  const file = join(folder, "tests.yml");
  await writeFile(
    file,
    JSON.stringify({ rule_files: [rules], tests: tests.map((one) => ({ interval: "1m", ...one })) }),
  );
  await run("promtool", ["test", "rules", file]).catch(({ stdout, stderr }: { stdout: string; stderr: string }) =>
    expect(stdout + stderr).toBe(""),
  );
});

it.runIf(isInstalled("systemd-analyze"))("systemd accepts the unit", async () => {
  const verified = await run("systemd-analyze", ["verify", "--man=no", `${ROOT}docs/anchorlog.service`]);
  expect(verified).toEqual({ stdout: "", stderr: "" });
});
