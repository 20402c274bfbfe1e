import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atRoot, CACHE, ROOT } from "../../scripts/circuits/files.ts";
import { fetchPhase1 } from "../../scripts/circuits/setup.ts";
import { newFolder } from "../folder.ts";

const parent = newFolder();
const [folder, begun] = ["honest", "begun"].map((name) => join(parent, name)) as [string, string];

const ceremony = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--experimental-strip-types", `${ROOT}scripts/ceremony.ts`, ...args],
    { cwd: ROOT, encoding: "utf8" },
  );
  return { status, text: stdout + stderr };
};
const BEACON = "7a37ba2a804385162129b84370f190ec53ee4ddc8ed359a9cc9300828ded1629";

await fetchPhase1(() => {});
for (const step of [
  ["start", folder, atRoot(`${CACHE}/phase1.ptau`), "order"],
  ["contribute", folder, "first"],
  ["contribute", folder, "second"],
] as const) {
  expect(ceremony(...step)).toMatchObject({ status: 0 });
  if (step[0] === "start") cpSync(folder, begun, { recursive: true });
}

test("a ceremony is made, finished and verified, and a participant finds its contribution in it", () => {
  const published = join(parent, "published.json");
  cpSync(join(folder, "attestation-0001.json"), published);
  expect(ceremony("verify", folder).text).toContain("not finished");
  expect(ceremony("install", folder)).toMatchObject({ status: 1 });
  expect(ceremony("finish", folder, BEACON, "10")).toMatchObject({ status: 0 });
  const { status, text } = ceremony("verify", folder, published);
  expect({ status, text }).toMatchObject({ status: 0, text: expect.stringContaining("finished: compare the beacon") });
  expect(text).toContain("published.json: the contribution of first is in");
  expect(text).toContain("this is a rehearsal");
  expect(ceremony("contribute", folder, "late").text).toContain("finished");
  // All circuits, or none.
  expect(ceremony("install", folder).text).toContain("no keys of");
});

test("a coordinator that replaces a participant's contribution by its own is caught", () => {
  const forged = join(parent, "forged");
  cpSync(begun, forged, { recursive: true });
  for (const name of ["first", "second"]) expect(ceremony("contribute", forged, name)).toMatchObject({ status: 0 });
  const [own, other] = [folder, forged].map((of) => JSON.parse(readFileSync(join(of, "transcript.json"), "utf8")));
  // The participant's key stays where it was, as published; what follows does not come from it.
  for (const kept of ["order-0001.zkey", "attestation-0001.json"]) cpSync(join(folder, kept), join(forged, kept));
  const contributions = [own.contributions[0], other.contributions[1]];
  writeFileSync(join(forged, "transcript.json"), JSON.stringify({ ...other, contributions }));
  const { status, text } = ceremony("verify", forged);
  expect({ status, text }).toMatchObject({
    status: 1,
    text: expect.stringContaining("does not have contribution 1, first: it was replaced"),
  });
});

test("a changed file is named", () => {
  const cases: [string, (copy: string) => void][] = [
    ["powers of tau", (copy) => writeFileSync(join(copy, "powers.ptau"), "x")],
    ["differs from the transcript", (copy) => cpSync(join(copy, "order-0001.zkey"), join(copy, "order-0002.zkey"))],
    [
      "another contribution than the transcript",
      (copy) => {
        const path = join(copy, "transcript.json");
        writeFileSync(path, readFileSync(path, "utf8").replace('"second"', '"somebody else"'));
      },
    ],
  ];
  for (const [complaint, tamper] of cases) {
    const copy = join(parent, "tampered");
    cpSync(folder, copy, { recursive: true });
    tamper(copy);
    const { status, text } = ceremony("verify", copy);
    expect({ status, text }).toMatchObject({ status: 1, text: expect.stringContaining(complaint) });
    rmSync(copy, { recursive: true });
  }
});

test("a ceremony is not started over another, and not finished without a contribution", () => {
  expect(ceremony("start", folder, "x")).toMatchObject({ status: 3 });
  expect(ceremony("verify", parent)).toMatchObject({ status: 1 });
  expect(ceremony("finish", folder, "x", "10")).toMatchObject({ status: 3 });
  expect(ceremony("sing", folder)).toMatchObject({ status: 3 });
});
