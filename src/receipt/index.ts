/** Receipts: the operator's promise for an entry. Browser-safe. */
export { hashReceipt, isReceiptBy, signReceipt, type Receipt } from "./receipt.ts";
