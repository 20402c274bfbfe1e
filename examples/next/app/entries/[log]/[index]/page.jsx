import { answerProof } from "anchorlog/http";
import { notFound } from "next/navigation";
import Script from "next/script";
import { anchorlog } from "../../../../lib/anchorlog.js";

export default async function Entry({ params }) {
  const { log, index } = await params;
  const { status, body } = await answerProof(await anchorlog(), { log, index });
  if (status !== 200) notFound();
  const { objectId, to } = body.action.message.payload;
  return (
    <main>
      <h1>{`${objectId} went to ${to}`}</h1>
      {/* The browser verifies the proof when it is clicked, by the keys in the trust file (`npx anchorlog trust`). */}
      <anchorlog-proof src={`/proofs/${log}/${index}`} trust="/trust.json" />
      <Script type="module" src="/proofElement.js" />
    </main>
  );
}
