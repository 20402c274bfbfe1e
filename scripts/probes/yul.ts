import { range, type Node, type Source } from "./source.ts";

/** Calls the probes of `Hits.sol`. They leave memory and a call's return data unchanged. */
const PROBES = `
function __hit(id) {
  let size := returndatasize()
  let kept := mload(0x00)
  returndatacopy(0x10000, 0x00, size)
  mstore(0x00, id)
  pop(staticcall(gas(), 0xc0bEc0BEc0BeC0bEC0beC0bEC0bEC0beC0beC0BE, 0x00, 0x20, 0x00, 0x00))
  mstore(0x00, kept)
  if size { pop(staticcall(gas(), 0x04, 0x10000, size, 0x00, 0x00)) }
}
function __branch(condition, id) -> same {
  same := condition
  __hit(add(id, iszero(condition)))
}`;

export function walkAssembly(source: Source, block: Node): void {
  source.insert(range(block)[0] + 1, PROBES);
  walkBlock(source, block);
}

/** Puts one probe before each run of statements that control flow cannot leave in between. */
function walkBlock(source: Source, block: Node): void {
  let probe: bigint | undefined;
  for (const node of block["statements"] as Node[]) {
    if (node.nodeType !== "YulFunctionDefinition") {
      if (probe === undefined) {
        probe = source.probe();
        source.insert(range(node)[0], `__hit(${probe}) `);
      }
      source.count(node, probe);
    }
    if (node.nodeType === "YulSwitch") throw new Error("A switch in assembly: its cases would not be counted");
    if (node.nodeType === "YulIf" || node.nodeType === "YulForLoop") source.test(node["condition"] as Node, "__branch");
    if (node["body"]) walkBlock(source, node["body"] as Node);
    if (node.nodeType === "YulBlock") walkBlock(source, node);
    if (["YulIf", "YulForLoop", "YulBlock"].includes(node.nodeType)) probe = undefined;
  }
}
