/** Receipts: the operator's promise for an entry. Browser-safe. */
export { checkReceipt, type ReceiptKey, type ReceiptRules, type SentAction } from "./check.ts";
export { hashReceipt, isReceiptBy, placeOf, receiptTypedData, signReceipt, type Receipt } from "./receipt.ts";
