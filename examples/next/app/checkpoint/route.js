import { anchorlog } from "../../lib/anchorlog.js";

export const dynamic = "force-dynamic";

// A server in production closes batches by its option `batches`, and anchors by `anchors`.
export async function GET() {
  const { closeBatches, checkpoint } = await anchorlog();
  await closeBatches();
  return new Response((await checkpoint()).note);
}
