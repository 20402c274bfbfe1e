/** The words of a report, for readers who are not engineers. */
export const GLOSSARY: readonly (readonly [string, string])[] = [
  ["Action", "A message that a person or program signed, such as “transfer seat 12 to Ada”."],
  ["Actor", "The account in whose name an action is made. Its signature shows that its owner agreed."],
  ["Operator", "The party that runs the log. It accepts actions and promises to publish them."],
  ["Log", "A list of accepted actions in a fixed order. Each entry contains the fingerprint of the entry before it."],
  ["Entry", "The record of one accepted action in a log. Entries, batches and positions count from 0, lines from 1."],
  ["Receipt", "The operator's signed promise to publish an entry."],
  ["Hash, or fingerprint", "A short number computed from data. If the data changes at all, so does the number."],
  ["Root", "The fingerprint of a whole list of things."],
  ["Batch", "A range of one log's entries under one root."],
  ["zk root", "A second root of the batch, for proofs that show only a part of an action."],
  ["Checkpoint", "The operator's signed statement of how many batches there are, and of their root."],
  ["Anchor", "A checkpoint that was written to a public blockchain. The operator cannot take it back."],
  ["Registry", "The program on the blockchain that takes checkpoints. It accepts only a continuation of what it has."],
  ["Final", "Anchored, and past the time in which a proven fault could still stop it."],
  [
    "Fault",
    "A false or contradictory statement of the operator, which its own signatures or anchors prove. The blockchain punishes it: the operator loses its deposit, the stake.",
  ],
  [
    "Challenge",
    "A question that anybody can put to the operator on the blockchain. If it does not answer in time, it is punished.",
  ],
  ["Object and holder", "The thing that an action is about, and the account that alone may act upon it next."],
  ["Export", "The folder of files that was audited here. manifest.json is its table of contents."],
  ["Trust file", "A file with the keys and the registry that an auditor relies on. It comes from elsewhere."],
];
