/** Amounts of ether with a unit, for input and output. */
import { formatEther, parseUnits } from "viem";
import { BadValue, type ValueType } from "./values.ts";

const DECIMALS = { ether: 18, gwei: 9, wei: 0 } as const;

/** Parses an amount with its unit as wei. */
export const amount: ValueType<bigint> = {
  form: "an amount above 0 with its unit, as 0.2ether, 30gwei or 1000wei",
  read: (value) => {
    const [, digits, unit] = typeof value === "string" ? (/^([0-9]+(?:\.[0-9]+)?) ?([a-z]*)$/i.exec(value) ?? []) : [];
    if (digits === undefined || unit === undefined) throw new BadValue();
    if (unit === "") throw new BadValue(`it has no unit: give ${digits}ether, ${digits}gwei or ${digits}wei`);
    if (!isUnit(unit)) throw new BadValue(`the unit ${unit} is unknown: give ${digits}ether, gwei or wei`);
    const decimals = DECIMALS[unit];
    // parseUnits would round further decimals.
    if ((digits.split(".")[1]?.length ?? 0) > decimals) throw new BadValue(`${unit} has at most ${decimals} decimals`);
    const wei = parseUnits(digits, decimals);
    if (wei === 0n || digits.length > 40) throw new BadValue();
    return wei;
  },
  fromText: (text) => text,
};

const isUnit = (unit: string): unit is keyof typeof DECIMALS => Object.hasOwn(DECIMALS, unit);

/** Formats wei in ether. */
export const inEther = (wei: bigint): string => `${formatEther(wei)} ether`;
