/** Made by `npm run generate` from the server's sources. */

/** The operations that a wallet signs. */
export const SIGNED: ReadonlySet<string> = new Set([
  "POST /storage/upload",
  "POST /wallets/register",
  "POST /api-keys",
  "DELETE /api-keys/{id}",
  "PUT /organizations/{id}",
  "PUT /organizations/{id}/successor",
  "PATCH /organizations/{id}/members/{memberId}",
  "DELETE /organizations/{id}/members/{memberId}",
  "POST /organizations/{id}/invitations",
  "DELETE /organizations/{id}/invitations/{invitationId}",
  "POST /templates",
  "POST /objects",
  "PUT /objects/{id}",
  "PATCH /objects/{id}",
  "POST /ebus/execute",
  "POST /ebus/actions/batch",
  "DELETE /storage/files/{id}",
  "POST /webhooks",
  "PUT /webhooks/{id}",
  "PATCH /webhooks/{id}",
  "DELETE /webhooks/{id}",
  "POST /webhooks/{id}/redeliveries"
]);

/** What a wallet signs about objects: the payloads of the kinds. */
export const KINDS = {
  "Mint": {
    "objectId": "string",
    "holder": "address",
    "templateId": "string",
    "properties": "string"
  },
  "Transfer": {
    "objectId": "string",
    "holder": "address"
  },
  "Issue": {
    "objectId": "string",
    "to": "address",
    "templateId": "string",
    "properties": "string"
  },
  "Assign": {
    "objectId": "string",
    "to": "address"
  },
  "Update": {
    "objectId": "string",
    "version": "uint64",
    "properties": "string"
  },
  "SetAttributes": {
    "objectId": "string",
    "properties": "string"
  },
  "Redeem": {
    "objectId": "string",
    "holder": "address",
    "gate": "address"
  },
  "Burn": {
    "objectId": "string",
    "holder": "address"
  },
  "Move": {
    "objectId": "string",
    "holder": "address",
    "toLog": "bytes32"
  },
  "MovedMint": {
    "objectId": "string",
    "holder": "address",
    "templateId": "string",
    "properties": "string"
  }
} as const;
