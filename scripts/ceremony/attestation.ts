/** Attestations: each participant publishes one, to check later that the ceremony contains their contribution. */
import type { Contribution, Transcript } from "./folder.ts";

const FORMAT = "anchorlog.attestation/1";

/** Formats a contribution for its participant to publish. `number` counts from 1. */
export const formatAttestation = (number: number, { name, circuits }: Contribution): string =>
  `${JSON.stringify({ format: FORMAT, number, name, circuits }, undefined, 2)}\n`;

/**
 * Checks an attestation against a verified transcript.
 *
 * @returns the contribution that it attests.
 * @throws Error if the contribution is missing from the ceremony, or differs for any circuit.
 */
export function assertAttested(text: string, { circuits, contributions }: Transcript): Contribution {
  const { format, number, name, circuits: attested } = readJson(text);
  if (format !== FORMAT) throw new Error(`an attestation has the format ${FORMAT}`);
  const found = contributions[Number(number) - 1];
  if (found === undefined) throw new Error(`there is no contribution ${String(number)}: it is not in the ceremony`);
  if (found.name !== name)
    throw new Error(`contribution ${String(number)} is ${found.name}'s: it is not in the ceremony`);
  const mineOf = (attested ?? {}) as Contribution["circuits"];
  for (const circuit of new Set([...circuits, ...Object.keys(mineOf)])) {
    const [mine, theirs] = [mineOf[circuit], circuits.includes(circuit) ? found.circuits[circuit] : undefined];
    if (mine?.contribution !== theirs?.contribution || mine?.key !== theirs?.key) {
      throw new Error(`${circuit}: contribution ${String(number)} is not the attested one: it was replaced`);
    }
  }
  return found;
}

/** Parses a JSON object. */
function readJson(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) throw new Error("an attestation is an object");
  return value as Record<string, unknown>;
}
