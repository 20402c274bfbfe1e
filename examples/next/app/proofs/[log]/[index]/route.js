import { answerProof } from "anchorlog/http";
import { anchorlog } from "../../../../lib/anchorlog.js";

export async function GET(_, { params }) {
  const { status, headers, body } = await answerProof(await anchorlog(), await params);
  return Response.json(body, { status, headers });
}
