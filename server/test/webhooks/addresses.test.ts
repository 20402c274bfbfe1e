import { expect, it } from "vitest";
import { createJudge, isPublic } from "../../src/webhooks/addresses.ts";

it("accepts no private address in any notation", () => {
  const not = [
    "0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1",
    "192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16",
    ":: ::1 fe80::1 fc00::1 fd00:ec2::254 ff02::1 fec0::1 2001:db8::1 3fff::1 100::1 5f00::1 4000::1",
    // IPv4 within: mapped, compatible, translated, 6to4, Teredo.
    "::ffff:127.0.0.1 ::ffff:7f00:1 ::127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1:: 2001::1",
    "localhost 127.1 0x7f000001 2130706433 fe80::1%eth0",
  ];
  expect(not.flatMap((line) => line.split(" ")).filter(isPublic)).toEqual([]);
  expect(
    ["8.8.8.8", "172.32.0.1", "::ffff:8.8.8.8", "2606:4700::1111", "2a00:1450::1"].filter((one) => !isPublic(one)),
  ).toEqual([]);
});

it("allows exactly the named addresses, also over http", () => {
  const { mayGo } = createJudge(["127.0.0.1", "10.1.0.0/16", "fd00::/8"]);
  const ways = ["127.0.0.1", "::ffff:127.0.0.1", "10.1.2.3", "fd00::1", "127.0.0.2", "10.2.0.1", "8.8.8.8", "::1"];
  expect(ways.map((address) => [mayGo(address, "http:"), mayGo(address, "https:")].join())).toEqual([
    ...Array.from({ length: 4 }, () => "true,true"),
    "false,false",
    "false,false",
    "false,true",
    "false,false",
  ]);
});
