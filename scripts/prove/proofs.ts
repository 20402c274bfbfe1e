/** Replaces a text that occurs `times` times (once, unless stated). */
export type Replacement = { readonly text: string; readonly by: string; readonly times?: number };

/** A proof: its functions `prove…` call the real code from any state that keeps the rule, and assert the rule. */
export type Proof = {
  readonly rule: string;
  /** The name of the proof's contract and of its file in test/symbolic. */
  readonly name: string;
  /** The file with the code that is proven. */
  readonly file: string;
  /** The names of the functions and modifiers that take part, by file. */
  readonly kept: Readonly<Record<string, readonly string[]>>;
  /** Variables with arbitrary values, which stand for the answers of other contracts. */
  readonly arbitrary?: string;
  /** The replacements of the code that does not take part, by file. */
  readonly replaced: Readonly<Record<string, readonly Replacement[]>>;
  /** Mistakes, each planted into the real file, and the function `prove…` that must find it. */
  readonly mistakes: readonly (Replacement & { readonly foundBy: string })[];
  /** The number of times that loops are unrolled. */
  readonly loops?: number;
};

const ETHER = "contracts/libraries/Ether.sol";
const CAST = "@openzeppelin/contracts/utils/math/SafeCast.sol";
const MATH = "@openzeppelin/contracts/utils/math/Math.sol";
const OPERATORS = "contracts/base/Operators.sol";
const REGISTRY = "contracts/AnchorRegistry.sol";
const STAKE = "contracts/OperatorStake.sol";
const BOOK = "contracts/ChallengeBook.sol";
const GATE = "contracts/examples/Redemptions.sol";

/** A payment without the receiver's code. Nothing follows a payment, so that code runs as if in a later call. */
const PAYMENT: Replacement = {
  text: '(bool sent, ) = to.call{value: amount}("");\n        if (!sent) revert();',
  by: "payable(to).transfer(amount);",
};

/** The checker does not follow the library's own form, without a branch. */
const MINIMUM: Replacement = { text: "return ternary(a < b, a, b);", by: "return a < b ? a : b;" };

export const PROOFS: readonly Proof[] = [
  {
    rule: "S1",
    name: "StakeKept",
    file: STAKE,
    kept: {
      [STAKE]: [
        "deposit",
        "requestExit",
        "completeExit",
        "withdraw",
        "credit",
        "convict",
        "challengeOpened",
        "challengeClosed",
        "_rewardNext",
        "_credit",
        "_updateStanding",
        "onlyJudge",
      ],
      [ETHER]: ["pay", "burn"],
      [CAST]: ["toUint128", "toUint48"],
      [MATH]: ["min"],
    },
    arbitrary: "bool internal anyBool; uint64 internal anySize; uint256 internal anyNumber;",
    replaced: {
      [STAKE]: [
        { text: "registry.maxAnchorDelay(operator);", by: "" },
        { text: "registry.exitDelay(msg.sender)", by: "anyNumber" },
        { text: "registry.freeze(operator, log, from)", by: "(anyBool, anySize)" },
        { text: "registry.setStanding(operator, standing);", by: "" },
        { text: "Math.max(REWARD_FLOOR, REWARD_GAS * block.basefee)", by: "anyNumber" },
        { text: "address operator, Account storage account)", by: "address operator)" },
        { text: "account.status == Status.Open", by: "_accounts[operator].status == Status.Open" },
        { text: "account.stake >= MINIMUM_STAKE", by: "_accounts[operator].stake >= MINIMUM_STAKE" },
        { text: "== account.standing", by: "== _accounts[operator].standing" },
        { text: "account.standing = standing;", by: "_accounts[operator].standing = standing;" },
        { text: "(operator, _accounts[operator]);", by: "(operator);", times: 2 },
        { text: "(msg.sender, _accounts[msg.sender]);", by: "(msg.sender);" },
      ],
      [ETHER]: [PAYMENT],
      [MATH]: [MINIMUM],
    },
    mistakes: [
      { text: "account.stake += msg.value.toUint128();", by: "", foundBy: "proveDeposit" },
      {
        text: "account.status = Status.Exited; // S2\n        account.stake = 0;",
        by: "account.status = Status.Exited;",
        foundBy: "proveCompleteExit",
      },
      { text: "creditOf[msg.sender] = 0;", by: "", foundBy: "proveWithdraw" },
      { text: "- LATER_REWARDS * later", by: "- later", foundBy: "proveConvict" },
      { text: "--slash.rewards;", by: "", foundBy: "proveConvict" },
    ],
  },
  {
    rule: "B1, B2",
    name: "BondsKept",
    file: BOOK,
    kept: {
      [BOOK]: ["settle", "challengeId", "_open", "_pending", "_answer", "_answerOverdue", "_close", "_credit"],
      [CAST]: ["toUint128", "toUint48"],
      [MATH]: ["min"],
    },
    arbitrary:
      "bool internal anyBool; uint256 internal anyNumber; uint256 internal anyBond; mapping(uint256 => mapping(address => mapping(bytes32 => mapping(uint64 => bytes32)))) internal anyId;",
    replaced: {
      [BOOK]: [
        { text: "requiredBond(kind)", by: "anyBond" },
        { text: "operatorStake.convict(operator, c.challenger, log, index)", by: "anyBool" },
        { text: "operatorStake.challengeOpened(operator);", by: "" },
        { text: "operatorStake.challengeClosed(operator);", by: "" },
        { text: "operatorStake.credit{value: amount}(to)", by: "payable(address(operatorStake)).transfer(amount)" },
        { text: "_cost(c.challenger, gasBefore, shown)", by: "anyNumber" },
        // The checker declares no function for `abi.encode` in such queries.
        { text: "keccak256(abi.encode(kind, operator, log, index))", by: "anyId[uint256(kind)][operator][log][index]" },
        { text: "public pure returns (bytes32)", by: "public view returns (bytes32)" },
      ],
      [MATH]: [MINIMUM],
    },
    mistakes: [
      { text: "_credit(msg.sender, msg.value - bond);", by: "", foundBy: "proveOpen" },
      { text: "_close(id, operator, Status.Unanswered);", by: "", foundBy: "proveSettle" },
      { text: "_credit(c.challenger, c.bond - cost);", by: "", foundBy: "proveAnswer" },
      {
        text: "delete _challenges[id];\n        _challenges[id].status = status;",
        by: "",
        foundBy: "proveAnswerOverdue",
      },
    ],
  },
  {
    rule: "G1",
    name: "RedeemedOnce",
    file: GATE,
    kept: { [GATE]: ["redeemed", "departureOf", "_redeem", "_handOut"] },
    arbitrary: "mapping(bytes32 => Redemptions.Departure) internal anyDeparture;",
    replaced: {
      [GATE]: [
        { text: "_departureBefore(objectKey)", by: "anyDeparture[objectKey]" },
        // The checker loses one of two assignments to a struct in one statement.
        {
          text: "(_departures[objectKey].gone, _departures[objectKey].account) = (true, account);",
          by: "_departures[objectKey].gone = true; _departures[objectKey].account = account;",
        },
      ],
    },
    mistakes: [
      { text: "if (redeemed(objectKey)) revert AlreadyRedeemed(objectKey);", by: "", foundBy: "proveRedeem" },
      { text: "if (log == 0) {", by: "if (log == 0) { departure.gone = false;", foundBy: "proveRedeem" },
    ],
  },
  {
    rule: "I5",
    name: "FinalSizeGrows",
    file: REGISTRY,
    kept: { [REGISTRY]: ["_newestUpTo"], [OPERATORS]: [] },
    replaced: {
      [OPERATORS]: [
        { text: "abstract contract Operators is EIP712 {", by: "abstract contract Operators {" },
        { text: "uint256 internal RING_LENGTH;", by: "uint256 internal constant RING_LENGTH = 3;" },
      ],
    },
    mistakes: [{ text: "candidate.time <= time) low", by: "candidate.time >= time) low", foundBy: "proveTime" }],
    loops: 3,
  },
];
