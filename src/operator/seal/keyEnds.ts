import type { OperatorId } from "../../action/domain.ts";
import type { DigestSigner } from "../../action/signature.ts";
import type { ChainWriter } from "../../chain/client.ts";
import { readPeriod } from "../../chain/register.ts";
import type { KeyRole } from "../../chain/view.ts";
import type { OperatorKeys } from "./keys.ts";

/**
 * When the registry stops accepting this process's keys of each role, Unix milliseconds. From then on it accepts an
 * announced key that this process does not have. Undefined if no end is known.
 */
export type KeyEnds = Readonly<Record<KeyRole, number | undefined>>;

/** @throws ChainUnavailableError */
export async function readKeyEnds(
  chain: Pick<ChainWriter, "publicClient">,
  operator: OperatorId,
  { anchorKey, receiptKey, next }: OperatorKeys,
): Promise<KeyEnds> {
  const endOf = async (role: KeyRole, own: readonly (DigestSigner | undefined)[]): Promise<number | undefined> => {
    const keys = own.filter((key) => key !== undefined);
    const periods = await Promise.all(keys.map(({ address }) => readPeriod(chain, operator, role, address)));
    const ends = periods.flatMap((period) => (period === undefined ? [] : [period.until ?? Infinity]));
    const last = Math.max(...ends);
    return Number.isFinite(last) ? 1_000 * last : undefined;
  };
  const [anchor, receipt] = await Promise.all([
    endOf("anchor", [anchorKey, next?.anchorKey]),
    endOf("receipt", [receiptKey, next?.receiptKey]),
  ]);
  return { anchor, receipt };
}
