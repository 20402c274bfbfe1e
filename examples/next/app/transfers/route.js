import { carriedAction, webActions } from "anchorlog/http";
import { anchorlog } from "../../lib/anchorlog.js";

const send = ({ status, headers, body }) => Response.json(body, { status, headers });

/** The gate verifies the action of a request. `authority` is the API's public name. */
let gate;
const openGate = async () =>
  webActions({ anchorlog: await anchorlog(), authority: "tickets.example", kinds: ["Transfer"] });

export async function POST(request) {
  const passed = await (await (gate ??= openGate()))(request);
  if (passed instanceof Response) return passed;
  const carried = carriedAction(passed, ["Transfer"]);
  if (carried.status !== "new") return send(carried.answer); // a retry gets its receipt again
  // Your rules about carried.action.message.payload come here.
  const outcome = await carried.submit();
  return outcome.status === "accepted" ? Response.json(outcome.accepted, { status: 201 }) : send(outcome.answer);
}
