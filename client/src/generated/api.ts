/** The operations of the API, by their paths. Made by `npm run generate` from the server's document. */
export interface paths {
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description OpenAPI 3.1, made from the schemas by which the server checks requests and writes answers. GET /docs shows it as a page.
         */
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics for Prometheus
         * @description Metrics of requests, the process, the log, its anchors, webhooks and files. If the operator has set `METRICS_SECRET`, send it as a bearer token.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process alive?
         * @description 200 as long as the process answers. Databases, chain and mail are not checked.
         */
        get: operations["getLivez"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the server ready for requests?
         * @description 503 if `store`, `history` or `backlog` is not ok, if the server is overloaded, and while it shuts down.
         */
        get: operations["getReadyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a one-time code by mail
         * @description Six digits, or nine if the mailbox was sent many codes in a day. The code is valid for ten minutes and one use, together with the answer's `nonce`. Earlier codes stay valid. The answer is the same whether there is an account or not.
         */
        post: operations["postAuthOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by a one-time code
         * @description The first login makes an account, its organization and its log, if the address may sign up; with an invitation it may enter the organization that invited it in any case. After five wrong codes with a nonce, ask for another code.
         */
        post: operations["postAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get new tokens for a refresh token
         * @description A refresh token can be used once. If the answer was lost, send the same token again. It gets the same successor for ten seconds, and after that as long as neither the successor nor its access token was used. Any other repeated use ends the session, since somebody else may have the token. A session lasts 30 days from signing in.
         */
        post: operations["postAuthRefreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session of a refresh token, the sessions that were opened from it in other organizations, and their access tokens, at once. The answer is the same if there is no such session.
         */
        post: operations["postAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the keys that sign access tokens
         * @description A JSON Web Key Set (RFC 7517). A new key is listed for a day before it signs.
         */
        get: operations["getWellKnownJwksJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get tokens for another organization
         * @description The account must be a member. The tokens belong to a new session, which ends together with the session of this request. It is for accounts: with an API key, 403.
         */
        post: operations["postOrganizationsSwitch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/invitations/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get tokens for the organization of an invitation
         * @description Register a wallet there with these tokens. That accepts the invitation. It is for accounts: with an API key, 403.
         */
        post: operations["postOrganizationsInvitationsByIdAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dev/mailbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read mails (development only)
         * @description The newest 20 mails to `to`, or to all addresses, newest first. A browser gets a page.
         */
        get: operations["getDevMailbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/anchorlog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The operator, its keys, and the kinds of actions
         * @description The EIP-712 domain, the kinds of actions, the operator and its keys, signed by the receipt key. Check that `authority` is the host that you asked. Check the key against the registry, or against a trust file that you had before.
         */
        get: operations["getWellKnownAnchorlog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clear-signing.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The display of actions in wallets
         * @description An ERC-7730 file for the kinds of actions.
         */
        get: operations["getClearSigningJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signed checkpoints
         * @description Newest first. They cover the batches of all organizations, and proofs lead to them.
         */
        get: operations["getCheckpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the published checkpoint
         * @description The newest checkpoint whose tiles are all published, with the cosignatures of witnesses.
         */
        get: operations["getCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tile/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tile of the published batch log
         * @description Hashes are at `LEVEL/INDEX`, entries at `entries/INDEX`. A partial tile has `.p/WIDTH` at the end (c2sp.org/tlog-tiles). The entries are the headers of batches. Do not encode the slashes of the path.
         */
        get: operations["getTileByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/indexer/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search objects by words
         * @description Newest first. A page that would take too much work ends early. So a page may be short or empty although more pages follow. The first 256 words and the first 256 values of an object's properties count. The credential needs the permission `read`.
         */
        get: operations["getIndexerSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/indexer/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query objects by filters
         * @description Newest first. A page that would take too much work ends early. So a page may be short or empty although more pages follow. The first 256 words and the first 256 values of an object's properties count. The credential needs the permission `read`.
         */
        get: operations["getIndexerQuery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ebus/prepare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the typed data to sign for an action
         * @description The typed data for `eth_signTypedData_v4`, with a nonce and a deadline. Nothing changes. Send the signed action as the body of POST /ebus/execute. The credential needs the permission `read`.
         */
        post: operations["postEbusPrepare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to a webhook
         * @description The server sends a signed message of type `webhook.test` at once, also if the webhook is not active. It is sent once, and it is not among the deliveries. The answer says how the receiver answered. Nothing changes, so the request needs no wallet's signature. The credential needs the permission `webhooks`.
         */
        post: operations["postWebhooksByIdTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storage/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a file
         * @description A form with one file, `file`, of at most 25 MiB. The server checks the headers before it reads the bytes. Content-Digest must have sha-256. `createSignedFetch` sends it. The credential needs the permission `upload`. Signed by a registered wallet with a role that allows `upload`.
         */
        post: operations["postStorageUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallets/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a wallet, signed by the wallet itself
         * @description The signature proves that the sender controls the address. With a token, the wallet belongs to the account. An account has one wallet in each organization. With an API key that allows `manage`, the wallet has no account.
         */
        post: operations["postWalletsRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallets/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller's own wallet
         * @description The answer also has the account, the organization, and the `log_name` and `log_id` of the organization, which signed actions contain. `account` is null before a wallet is registered.
         */
        get: operations["getWalletsMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the organization's wallets
         * @description The wallets of members, and the wallets that API keys registered. The credential needs the permission `read`.
         */
        get: operations["getWallets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description The credential needs the permission `manage`.
         */
        get: operations["getApiKeys"];
        put?: never;
        /**
         * Make an API key
         * @description Only this answer, and the answer to a retry, has the key. A key has at most its maker's permissions, and it cannot make keys. The credential needs the permission `manage`. It is for accounts: with an API key, 403. Signed by a registered wallet with a role that allows `manage`.
         */
        post: operations["postApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The credential needs the permission `manage`. Signed by a registered wallet with a role that allows `manage`.
         */
        delete: operations["deleteApiKeysById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the organizations that the caller is a member of, or invited to
         * @description With an API key, the list has the key's organization.
         */
        get: operations["getOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Name the organization
         * @description The credential needs the permission `manage`. Signed by a registered wallet with a role that allows `manage`.
         */
        put: operations["putOrganizationsById"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/successor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Name the log that objects move to
         * @description From then on, the organization's own log takes only redemptions and moves to that log. Null takes the successor back. Objects that have moved stay moved. The credential needs the permission `manage`. Signed by a registered wallet with a role that allows `manage`.
         */
        put: operations["putOrganizationsByIdSuccessor"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the organization's members
         * @description The credential needs the permission `read`.
         */
        get: operations["getOrganizationsByIdMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member. API keys belong to the organization and stay
         * @description The credential needs the permission `manage`. Signed by a registered wallet with a role that allows `manage`.
         */
        delete: operations["deleteOrganizationsByIdMembersByMemberId"];
        options?: never;
        head?: never;
        /**
         * Give a member a role
         * @description The credential needs the permission `manage`. Signed by a registered wallet with a role that allows `manage`.
         */
        patch: operations["patchOrganizationsByIdMembersByMemberId"];
        trace?: never;
    };
    "/organizations/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the organization's invitations
         * @description The credential needs the permission `manage`.
         */
        get: operations["getOrganizationsByIdInvitations"];
        put?: never;
        /**
         * Invite an address by mail; its open invitation is replaced
         * @description The credential needs the permission `manage`. Signed by a registered wallet with a role that allows `manage`.
         */
        post: operations["postOrganizationsByIdInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description The credential needs the permission `manage`. Signed by a registered wallet with a role that allows `manage`.
         */
        delete: operations["deleteOrganizationsByIdInvitationsByInvitationId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all versions of all templates
         * @description Newest first. The credential needs the permission `read`.
         */
        get: operations["getTemplates"];
        put?: never;
        /**
         * Make a template, or its next version
         * @description If a template has this `name`, this is its next version. With `custody`, only typed actions of their holders move objects. `custody` cannot be changed later. `actions` has the roles that may execute each action. The credential needs the permission `issue`. Signed by a registered wallet with a role that allows `issue`.
         */
        post: operations["postTemplates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest version of a template
         * @description The credential needs the permission `read`.
         */
        get: operations["getTemplatesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/objects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List objects
         * @description Newest first. Filters: template and owner. The credential needs the permission `read`.
         */
        get: operations["getObjects"];
        put?: never;
        /**
         * Make an object
         * @description If `id` is left out, the server chooses one. `to` is the first owner. By default it is the wallet that signs. Signed by the wallet of the account that is signed in; with an API key that allows `act`, by any. Or the body is a signed action itself, without `Anchorlog-Action`.
         */
        post: operations["postObjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/objects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an object
         * @description The current state. The `ETag` is its `state_hash`. The credential needs the permission `read`.
         */
        get: operations["getObjectsById"];
        /**
         * Change an object's properties
         * @description `properties` replace all properties. If `version` is given, it must be the object's version. Signed by the wallet of the account that is signed in; with an API key that allows `act`, by any. Or the body is a signed action itself, without `Anchorlog-Action`.
         */
        put: operations["putObjectsById"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an object's properties
         * @description `properties` replace all properties. If `version` is given, it must be the object's version. Signed by the wallet of the account that is signed in; with an API key that allows `act`, by any. Or the body is a signed action itself, without `Anchorlog-Action`.
         */
        patch: operations["patchObjectsById"];
        trace?: never;
    };
    "/ebus/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute an action upon an object
         * @description One of mint, transfer, update, set_attributes, redeem, burn and move. Signed by the wallet of the account that is signed in; with an API key that allows `act`, by any. Or the body is a signed action itself, without `Anchorlog-Action`.
         */
        post: operations["postEbusExecute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ebus/actions/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute several actions
         * @description If each action has a signature of its own, each gets a result of its own. With `atomic`, all are executed or none. A request that is signed as a whole is one entry in the log, and its actions are executed all or none. Signed by the wallet of the account that is signed in; with an API key that allows `act`, by any. Or the body is a signed action itself, without `Anchorlog-Action`.
         */
        post: operations["postEbusActionsBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ebus/action-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List actions
         * @description Newest first. Filters: object, wallet, template, kind and time. Each action has the index of its entry in the log. With several filters, a page may be short or empty although more pages follow. Follow `next` until it is null. The credential needs the permission `read`.
         */
        get: operations["getEbusActionLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ebus/action-logs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an action
         * @description With its changes: the hashes of the objects' states before and after. The credential needs the permission `read`.
         */
        get: operations["getEbusActionLogsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storage/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files
         * @description The credential needs the permission `read`.
         */
        get: operations["getStorageFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storage/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file's description
         * @description The credential needs the permission `read`.
         */
        get: operations["getStorageFilesById"];
        put?: never;
        post?: never;
        /**
         * Remove a file
         * @description The file can no longer be read. Its bytes are removed two days later, unless another file has the same bytes. The signed upload stays in the log, and can still be proven. The credential needs the permission `upload`. Signed by a registered wallet with a role that allows `upload`.
         */
        delete: operations["deleteStorageFilesById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storage/files/{id}/form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed form around a file
         * @description The credential needs the permission `read`.
         */
        get: operations["getStorageFilesByIdForm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storage/files/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file
         * @description All bytes, or one range of them (RFC 9110, section 14). Browsers save the file and do not display it. The credential needs the permission `read`.
         */
        get: operations["getStorageFilesByIdContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ebus/action-logs/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the proof of an action
         * @description Several actions of one signed request are one entry, so they have one bundle. The credential needs the permission `read`.
         */
        get: operations["getEbusActionLogsByIdProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storage/files/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the proof of a file's upload
         * @description The proof of the request that uploaded it. See `form` of GET /storage/files/:id. The credential needs the permission `read`.
         */
        get: operations["getStorageFilesByIdProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ebus/action-logs/{id}/cose-receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the COSE receipts of an action
         * @description Two receipts: of the entry in its batch, and of the batch in the batch log. Until a signed checkpoint covers the entry, the answer is 404 `no_checkpoint`. The credential needs the permission `read`.
         */
        get: operations["getEbusActionLogsByIdCoseReceipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/objects/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the proof of an object's holder
         * @description With custody, the server asks the log, at most once a minute, or with your own `nonce`. The entry of the ask states the holder at that time, and the act that made it the holder. If a later act exists, its entry states the holder. The entry is promised at once. With `entry` you get the same entry later, when it is anchored. Without custody, the answer is the proof of the last action. The credential needs the permission `read`.
         */
        get: operations["getObjectsByIdProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/objects/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get all actions upon an object, oldest first, with their proofs
         * @description Each step has its bundle. The steps can be replayed from the first one. The credential needs the permission `read`.
         */
        get: operations["getObjectsByIdHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the batches of the log
         * @description The credential needs the permission `read`.
         */
        get: operations["getBatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a batch of the log
         * @description The credential needs the permission `read`.
         */
        get: operations["getBatchesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description The credential needs the permission `webhooks`.
         */
        get: operations["getWebhooks"];
        put?: never;
        /**
         * Make a webhook
         * @description The server sends the organization's actions to it, as Standard Webhooks specifies. Only this answer has the secret. The credential needs the permission `webhooks`. Signed by a registered wallet with a role that allows `webhooks`.
         */
        post: operations["postWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook, and how its receiver answers
         * @description The credential needs the permission `webhooks`.
         */
        get: operations["getWebhooksById"];
        /**
         * Replace a webhook, enable it again, or rotate its secret
         * @description The credential needs the permission `webhooks`. Signed by a registered wallet with a role that allows `webhooks`.
         */
        put: operations["putWebhooksById"];
        post?: never;
        /**
         * Remove a webhook
         * @description The credential needs the permission `webhooks`. Signed by a registered wallet with a role that allows `webhooks`.
         */
        delete: operations["deleteWebhooksById"];
        options?: never;
        head?: never;
        /**
         * Change parts of a webhook
         * @description The credential needs the permission `webhooks`. Signed by a registered wallet with a role that allows `webhooks`.
         */
        patch: operations["patchWebhooksById"];
        trace?: never;
    };
    "/webhooks/{id}/redeliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again: one action, or all since a time
         * @description The credential needs the permission `webhooks`. Signed by a registered wallet with a role that allows `webhooks`.
         */
        post: operations["postWebhooksByIdRedeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of the last 30 days, and the ones that wait
         * @description The credential needs the permission `webhooks`.
         */
        get: operations["getWebhooksByIdDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        TokenPair: {
            /** @description A JWT, for the header Authorization: Bearer. */
            access_token: string;
            /** @description It can be used once, at POST /auth/refresh-token. */
            refresh_token: string;
            /** @description The access token is valid for this many seconds. */
            expires_in: number;
            /** @constant */
            token_type: "Bearer";
        };
        ClearSigning: {
            [key: string]: unknown;
        };
        /** @description A signed state of the batch log. The batch log has the batches of all organizations. */
        Checkpoint: {
            /** @description The number of headers in the batch log. */
            size: number;
            /** @description The Merkle root over them (RFC 9162). */
            root: string;
            /** @description The signed note (c2sp.org/tlog-checkpoint). */
            note: string;
            /** @description Whether the server has seen it in the registry. */
            anchored: boolean;
            /** @description Whether the server has seen it final. */
            final: boolean;
            block: {
                number: number;
                hash: string;
                /** @description The time of the anchor, in Unix seconds. */
                time: number;
            } | null;
        };
        PlatformObject: {
            /**
             * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
             * @example ticket-7
             */
            id: string;
            /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
            template_id: string;
            /**
             * Format: address
             * @description The owner's address of 20 bytes.
             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
             */
            owner: string;
            properties: components["schemas"]["Properties"];
            version: number;
            /** @enum {unknown} */
            state: "active" | "redeemed" | "burned" | "moved";
            /** @description The `log_id` of the log that it has moved to. Null in any other state than `moved`. */
            moved_to: string | null;
            /** @description SHA-256 of the canonical JSON (RFC 8785) of id, template_id, owner, properties, version, state and moved_to. */
            state_hash: string;
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the last action on it was accepted.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
        };
        /**
         * @description A JSON object of 16 KiB and 16 levels at most.
         * @example {
         *       "colour": "red",
         *       "seat": 4
         *     }
         */
        Properties: {
            [key: string]: unknown;
        };
        /**
         * @description One action, by its name.
         * @example {
         *       "transfer": {
         *         "id": "ticket-7",
         *         "to": "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf"
         *       }
         *     }
         */
        Action: {
            mint?: components["schemas"]["NewObject"];
            transfer?: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
                /**
                 * Format: address
                 * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                to: string;
            };
            update?: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
                version?: number;
                properties: components["schemas"]["Properties"];
            };
            set_attributes?: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
                properties: components["schemas"]["Properties"];
            };
            redeem?: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
                /**
                 * Format: address
                 * @description The contract that shall pay for the object. It pays only a typed action, so a request that is signed as a whole cannot name one.
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                gate?: string;
            };
            burn?: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
            };
            move?: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
                /**
                 * @description The `log_id` that the organization has named as successor.
                 * @example 0x1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a
                 */
                log_id: string;
            };
        };
        /**
         * @example {
         *       "id": "ticket-7",
         *       "template_id": "tpl_8f14e45fceea167a5a36dedd4bea2543",
         *       "to": "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf",
         *       "properties": {
         *         "colour": "red",
         *         "seat": 4
         *       }
         *     }
         */
        NewObject: {
            /**
             * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
             * @example ticket-7
             */
            id?: string;
            /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
            template_id: string;
            /**
             * Format: address
             * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
             */
            to?: string;
            properties?: components["schemas"]["Properties"];
            /** @description Another name for `properties`, used by DUAL's client. */
            custom?: {
                [key: string]: unknown;
            };
            /** @description Whether the object moves here from another log. Then `id` and `to` are its id and its owner there. It is signed as `MovedMint`. */
            moved?: boolean;
            /**
             * @description DUAL's client sends it. A mint makes one object, so it is 1.
             * @constant
             */
            num?: 1;
        };
        /** @description The operator's signed promise to anchor the action. */
        Receipt: {
            /** @description The entry, 267 bytes. */
            entry: string;
            /** @description The receipt key's address. */
            key: string;
            /** @description 65 bytes. */
            signature: string;
        };
        /** @enum {unknown} */
        Role: "owner" | "issuer" | "operator" | "reader";
        Wallet: {
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            email: string | null;
            nickname: string | null;
            account: {
                /**
                 * Format: address
                 * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                address: string;
            };
            role: components["schemas"]["Role"];
            /** @enum {unknown} */
            state: "active" | "removed";
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
        };
        /** @enum {unknown} */
        Permission: "read" | "act" | "issue" | "upload" | "webhooks" | "manage";
        ApiKey: {
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            name: string;
            /** @description The first characters of the key. */
            prefix: string;
            permissions: components["schemas"]["Permission"][];
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            expires_at: string | null;
            revoked_at: string | null;
            /** @description Recorded at most once an hour. So the key may have been used up to an hour later. */
            last_used_at: string | null;
        };
        Organization: {
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            name: string;
            /** @description The caller's role. Null for an API key. */
            role: components["schemas"]["Role"] | null;
            /** @enum {unknown} */
            state: "member" | "invited";
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
        };
        Member: {
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            /**
             * @description The same as `id`: a member is a wallet.
             * @example key_8f14e45fceea167a5a36dedd4bea2543
             */
            wallet_id: string;
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            organization_id: string;
            role: components["schemas"]["Role"];
            email: string | null;
            nickname: string | null;
            account: {
                /**
                 * Format: address
                 * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                address: string;
            };
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
        };
        Invitation: {
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            organization_id: string;
            email: string;
            role: components["schemas"]["Role"];
            /** @enum {unknown} */
            state: "open" | "accepted" | "withdrawn" | "expired";
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            expires_at: string;
            /** @description The time of the mail. Null in the answer that makes the invitation, since the mail is sent after it. */
            mailed_at: string | null;
        };
        /**
         * @description The roles that may execute each action. An action without an entry is not allowed.
         * @example {
         *       "mint": [
         *         "issuer"
         *       ],
         *       "transfer": [
         *         "owner",
         *         "issuer"
         *       ]
         *     }
         */
        TemplateActions: {
            mint?: components["schemas"]["Who"][];
            transfer?: components["schemas"]["Who"][];
            update?: components["schemas"]["Who"][];
            set_attributes?: components["schemas"]["Who"][];
            redeem?: components["schemas"]["Who"][];
            burn?: components["schemas"]["Who"][];
        };
        /** @enum {unknown} */
        Who: "owner" | "issuer" | "anyone" | "role:owner" | "role:issuer" | "role:operator" | "role:reader";
        /**
         * @description A JSON Schema (draft 2020-12) for the properties of objects, checked by mint, update and set_attributes. Keywords that the server does not check are refused, `$ref` among them. Objects keep the schema of the version that minted them.
         * @example {
         *       "type": "object",
         *       "required": [
         *         "seat"
         *       ],
         *       "properties": {
         *         "seat": {
         *           "type": "integer",
         *           "minimum": 1
         *         }
         *       }
         *     }
         */
        PropertiesSchema: {
            [key: string]: unknown;
        };
        Template: {
            /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            name: string;
            version: number;
            fqdn: string | null;
            description: string | null;
            custody: boolean;
            properties: components["schemas"]["Properties"];
            actions: components["schemas"]["TemplateActions"];
            schema: components["schemas"]["PropertiesSchema"] | null;
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
        };
        TypedAction: {
            /** @enum {unknown} */
            primaryType: "Mint" | "Transfer" | "Issue" | "Assign" | "Update" | "SetAttributes" | "Redeem" | "Burn" | "Move" | "MovedMint";
            message: {
                /**
                 * @description The organization's log_id.
                 * @example 0x1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a
                 */
                log: string;
                /**
                 * Format: address
                 * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                actor: string;
                /** @example 1767603600 */
                nonce: string;
                /** @example 1767603600 */
                deadline: string;
                /**
                 * @example {
                 *       "objectId": "ticket-7"
                 *     }
                 */
                payload: {
                    [key: string]: string;
                };
            };
            /** @example 0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a1b */
            signature: string;
        };
        ChangedObject: {
            version?: number;
            properties: components["schemas"]["Properties"];
        };
        RequestedAction: {
            action: components["schemas"]["Action"];
        };
        AuthorizedAction: {
            action: components["schemas"]["Action"];
            /** @example 1767603600 */
            nonce: string;
            /** @example 1767603600 */
            deadline: string;
            auth: {
                /**
                 * Format: address
                 * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                account: string;
                /** @example 0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a1b */
                signature: string;
            };
        };
        Failure: {
            /** @description The HTTP status. */
            code: number;
            message: string;
            details: components["schemas"]["Detail"][];
            /**
             * Format: uri-reference
             * @description A link to the explanation of the first reason, relative to the request's URL.
             * @example /reasons#malformed
             */
            docs: string;
        };
        Detail: {
            /** @description The part of the request that is at fault: a member of the body, a header or a parameter. */
            field: string;
            /** @description A code for programs. It does not change. This API's description lists all codes. */
            reason: string;
        };
        ActionLog: {
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            name: string;
            /** @description The kind of the signed action. `HttpRequest` if the request itself was signed. */
            kind: string;
            /**
             * Format: address
             * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
             */
            actor: string;
            /** @description The parameters of the action. */
            params: {
                [key: string]: unknown;
            };
            /** @constant */
            status: "completed";
            /** @description The index of its entry in the log. */
            index: number;
            affected_objects: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
                hash_before: string | null;
                hash_after: string;
            }[];
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
        };
        StoredFile: {
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            /**
             * Format: uri
             * @description The address of the bytes, for callers that may read.
             */
            url: string;
            /** @description The name that its sender gave it. */
            name: string;
            /** @description The SHA-256 hash of the bytes. */
            digest: string;
            /** @description The size in bytes. */
            size: number;
            /** @description The media type, found by the bytes. application/octet-stream if no type is recognized. */
            type: string;
            /** @description The index of its entry in the log. */
            index: number;
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
        };
        /** @description SHA-256 of `before`, the file's bytes and `after` is the `contentDigest` of the file's entry in the log. */
        SignedForm: {
            /** Format: byte */
            before: string;
            /** Format: byte */
            after: string;
        };
        /** @description A proof of one action, for `anchorlog verify` or `verifyBundle`. */
        Bundle: {
            /** @constant */
            format: "anchorlog.bundle/1";
            operator: {
                chainId: string;
                /**
                 * Format: address
                 * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                registry: string;
                /**
                 * Format: address
                 * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                address: string;
                name: string;
                version: string;
            };
            /** @description The log's name. */
            log: string;
            action: {
                primaryType: string;
                payloadType: string;
                message: {
                    [key: string]: unknown;
                };
                signature: string;
            };
            /** @description 267 bytes. */
            entry: string;
            receipt: {
                /**
                 * Format: address
                 * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                key: string;
                signature: string;
            };
            /** @description The path from the entry to a checkpoint. Absent if the entry is only promised. */
            inclusion?: {
                header: string;
                path: string[];
                zkPath: string[][];
                checkpoint: {
                    size: string;
                    root: string;
                    position: string;
                    path: string[];
                };
            };
        };
        /** @description Inclusion for verifiers of SCITT (RFC 9942, `RFC9162_SHA256`). */
        CoseReceipts: {
            entry: {
                /** @description The entry's 267 bytes, a leaf of its batch's tree. */
                leaf: string;
                /** @description The COSE receipt (`application/cose`): a COSE_Sign1 by the note key. */
                receipt: string;
            };
            header: {
                /** @description The batch's header of 229 bytes, a leaf of the batch log's tree. It has the batch's root. */
                leaf: string;
                /** @description The COSE receipt (`application/cose`): a COSE_Sign1 by the note key. */
                receipt: string;
            };
        };
        /** @description An action upon the object, with its proof. */
        Step: {
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            name: string;
            /** @description The kind of the signed action. `HttpRequest` if the request itself was signed. */
            kind: string;
            /**
             * Format: address
             * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
             */
            actor: string;
            /** @description The parameters of the action. */
            params: {
                [key: string]: unknown;
            };
            /** @constant */
            status: "completed";
            /** @description The index of its entry in the log. */
            index: number;
            affected_objects: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
                hash_before: string | null;
                hash_after: string;
            }[];
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            version: number;
            /** @description The hash of the object's state after this action. */
            state_hash: string;
            /**
             * @description How far the bundle leads, as this server has last seen it: to a receipt, to a signed checkpoint, to an anchored one, or to a final one. Verify the bundle to be sure.
             * @enum {unknown}
             */
            bundle_state: "promised" | "included" | "anchored" | "final";
            bundle: components["schemas"]["Bundle"];
        };
        /** @description A range of entries of an organization's log, and how far it is on the way to finality. */
        Batch: {
            /**
             * @description The batch's position in the batch log, from 0.
             * @example 12
             */
            id: string;
            /** @description The batch's number in the organization's log, from 0. */
            number: number;
            /** @description The index of its first entry. */
            start: number;
            /** @description The number of its entries. */
            count: number;
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            closed_at: string;
            /** @description The header of 229 bytes. It is an entry of the batch log. */
            header: string;
            /** @description The header's leaf hash in the batch log. */
            hash: string;
            /** @description The Merkle root over its entries (RFC 9162). */
            root: string;
            /** @description The Merkle root over the commitments of its entries (Poseidon). */
            zk_root: string;
            /** @description Whether a signed checkpoint covers it. */
            signed: boolean;
            /** @description Whether the published tiles have it. See GET /checkpoint. */
            published: boolean;
            /** @description Whether the server has seen a checkpoint in the registry that covers it. */
            anchored: boolean;
            /** @description Whether the server has seen it final. */
            final: boolean;
        };
        /** @enum {unknown} */
        WebhookEvent: "*" | "object.mint" | "object.transfer" | "object.update" | "object.set_attributes" | "object.redeem" | "object.burn" | "object.move";
        Webhook: {
            /** @example whk_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            name: string;
            /**
             * @description https:// and a public address, without user, password and fragment.
             * @example https://hooks.example/anchorlog
             */
            url: string;
            /**
             * @description The events that are sent to it. `*` stands for all events.
             * @example [
             *       "object.transfer"
             *     ]
             */
            events: components["schemas"]["WebhookEvent"][];
            active: boolean;
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, with milliseconds.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            /** @description The time of the first failed try since the last success. */
            failing_since: string | null;
            /** @description Why the server has stopped deliveries: the receiver answered 410, or accepted nothing for 5 days. PUT or PATCH starts them again. */
            disabled: {
                /**
                 * Format: date-time
                 * @description UTC, with milliseconds.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                at: string;
                /** @enum {unknown} */
                reason: "gone" | "failing";
            } | null;
        };
        Delivery: {
            /**
             * @description The webhook-id of its message.
             * @example msg_36a9e7f1c95b82ffb99743e0c5c4ce95
             */
            id: string;
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            action_id: string;
            /** @example object.transfer */
            event: string;
            /** @enum {unknown} */
            state: "pending" | "delivered" | "failed";
            tries: number;
            tried_at: string | null;
            /** @description The HTTP status that the receiver answered last. */
            status: number | null;
            /** @description Why the last try failed. The receiver answered: `status`, `redirected`, `gone`, `bad_answer`. The connection failed: `refused`, `reset`, `timeout`, `tls`, `dns`, `unknown_host`, `unreachable`. Nothing was sent: `private_address`, `no_event`. */
            error: ("bad_answer" | "dns" | "gone" | "private_address" | "redirected" | "refused" | "reset" | "status" | "timeout" | "tls" | "unknown_host" | "unreachable" | "no_event") | null;
            /** @description The time of the next try. */
            next_at: string | null;
        };
    };
    responses: never;
    parameters: {
        /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
        IdempotencyKey: string;
        /** @description A list of states: each is an `ETag` of GET /objects/:id, or a `state_hash` in quotes. If the object is in another state, the answer is 412. This header is not signed. So it can prevent a change and do nothing else. */
        IfMatch: string;
        /** @description The `ETag` of the answer that the client has. If it is still the same, the answer is 304. */
        IfNoneMatch: string;
        /** @description One range of bytes (RFC 9110, section 14.2). If the header has another form, the answer has all bytes. */
        Range: string;
        /** @description The range is sent only if the file still has this `ETag`. Otherwise the answer has all bytes. */
        IfRange: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getLivez: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "alive";
                    };
                };
            };
        };
    };
    getReadyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ready";
                        /** @description For each part `ok`, or the code of its fault. */
                        checks: {
                            /** @description The databases of the log, the tables and the accounts. */
                            store: string;
                            /** @description Whether the log has everything that was signed before. Guard, published log and chain are compared. */
                            history: string;
                            /** @description Whether promised entries are anchored in time. If not, the server promises nothing new. */
                            backlog: string;
                            /** @description The chain's node. `none` if the server does not anchor. */
                            chain: string;
                            /** @description The mail server. Without it no user can receive a code to sign in. */
                            mail: string;
                            /** @description The storage of files. */
                            storage: string;
                        };
                    };
                };
            };
        };
    };
    postAuthOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description An e-mail address.
                     * @example ada@example.com
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The code is valid for this many seconds. */
                        expires_in: number;
                        /** @description Keep it: POST /auth/login takes the code only together with it. */
                        nonce: string;
                    };
                };
            };
        };
    };
    postAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "otp": "493017",
                 *       "nonce": "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description An e-mail address.
                     * @example ada@example.com
                     */
                    email: string;
                    /**
                     * @description The code.
                     * @example 493017
                     */
                    otp: string;
                    /**
                     * @description The nonce from the answer to POST /auth/otp.
                     * @example n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg
                     */
                    nonce: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
        };
    };
    postAuthRefreshToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "text"
                 *     }
                 */
                "application/json": {
                    refresh_token: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
        };
    };
    postAuthLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "text"
                 *     }
                 */
                "application/json": {
                    refresh_token: string;
                };
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getWellKnownJwksJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            [key: string]: string;
                        }[];
                    };
                };
            };
        };
    };
    postOrganizationsSwitch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "key_8f14e45fceea167a5a36dedd4bea2543"
                 *     }
                 */
                "application/json": {
                    /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
        };
    };
    postOrganizationsInvitationsByIdAccept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
        };
    };
    getDevMailbox: {
        parameters: {
            query?: {
                /**
                 * @description An e-mail address.
                 * @example ada@example.com
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            from: string;
                            to: string;
                            subject: string;
                            text: string;
                            /**
                             * Format: date-time
                             * @description UTC, with milliseconds.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            sent_at: string;
                        }[];
                    };
                    "text/html": string;
                };
            };
        };
    };
    getWellKnownAnchorlog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The EIP-712 domain of actions. */
                        domain: {
                            name: string;
                            version: string;
                            chainId: number;
                            /**
                             * Format: address
                             * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            verifyingContract: string;
                        };
                        /**
                         * Format: address
                         * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        operator: string;
                        /**
                         * Format: address
                         * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        registry: string;
                        /** @description The host of the API. Signed requests name it. */
                        authority: string;
                        /** @description The kinds of actions by name, each with the type of its payload. */
                        kinds: {
                            [key: string]: string;
                        };
                        /**
                         * Format: address
                         * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        anchor_key: string;
                        /**
                         * Format: address
                         * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        receipt_key: string;
                        /** @description The verifier key of checkpoints (c2sp.org/signed-note). */
                        note_key: string;
                        /** @description A link to the ERC-7730 file. It says how wallets display actions. */
                        clear_signing: string;
                        /** @description All keys that the operator ever had, as a trust file (docs/protocol/2-audit.md, section 6). */
                        trust: {
                            format: string;
                            chainId: string;
                            /**
                             * Format: address
                             * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            registry: string;
                            /**
                             * Format: address
                             * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            operator: string;
                            /**
                             * Format: address
                             * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            anchorKey: string;
                            /**
                             * Format: address
                             * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            receiptKey: string;
                            noteKey: string;
                            earlier?: {
                                role: "anchor" | "receipt" | "note";
                                key: string;
                                /** @description The end of the key's period, in Unix seconds. */
                                until?: string;
                                /** @description The previous receipt key's signature on this key. */
                                endorsement?: string;
                            }[];
                        };
                        /** @description The receipt key's, over all other members as canonical JSON (RFC 8785): `Description` in docs/protocol/2-audit.md, section 6. */
                        signature: string;
                        /** @description A link to the published checkpoint. The tiles are in the same folder (c2sp.org/tlog-tiles). */
                        checkpoint: string;
                    };
                };
            };
        };
    };
    getClearSigningJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClearSigning"];
                };
            };
        };
    };
    getCheckpoints: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Checkpoint"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                    };
                };
            };
        };
    };
    getCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getTileByPath: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example entries/000.p/3 */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
        };
    };
    getIndexerSearch: {
        parameters: {
            query: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
                /**
                 * @description At most 8 words. An object is found if it has all of them, in its id, in its template's name or in the values of its properties. `*` at the end of a word stands for any ending. Case and width do not count. Marks do not count in Latin, Greek, Hebrew and Syriac; in Cyrillic and Arabic, stress and vowel marks do not, while letters such as й, ё and أ stay letters; in all other scripts marks count. ß is ss, æ ae, œ oe, þ th, and ø, ł, đ, ð, ħ, ŧ, ŋ and ı are o, l, d, d, h, t, n and i.
                 * @example red tick*
                 */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PlatformObject"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                        indexed_to: number | null;
                        /** @description Whether there may be newer actions. If it is false, the answer considers all actions that were executed before the request. */
                        is_behind: boolean;
                    };
                };
            };
        };
    };
    getIndexerQuery: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
                /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
                template_id?: string;
                /**
                 * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                owner?: string;
                state?: "active" | "redeemed" | "burned" | "moved";
                /** @description Conditions on properties: `seat.row=4`, `<`, `<=`, `>`, `>=`, and `^=` for the beginning of a text. The value is JSON. If it is not JSON, it is a text. So `code="12"` compares with a text, and `code=12` with a number. Texts are compared by their UTF-8 bytes. A list meets a condition if one of its elements does. Names and texts with punctuation are quoted: `"a.b"=1`. Any other operator is refused. */
                filter?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PlatformObject"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                        indexed_to: number | null;
                        /** @description Whether there may be newer actions. If it is false, the answer considers all actions that were executed before the request. */
                        is_behind: boolean;
                    };
                };
            };
        };
    };
    postEbusPrepare: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": {
                 *         "transfer": {
                 *           "id": "ticket-7",
                 *           "to": "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf"
                 *         }
                 *       },
                 *       "account": "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf",
                 *       "deadline_after": 1
                 *     }
                 */
                "application/json": {
                    action: components["schemas"]["Action"];
                    /**
                     * Format: address
                     * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                     * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                     */
                    account?: string;
                    /** @description In seconds. 300 by default. */
                    deadline_after?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description For eth_signTypedData_v4. */
                        typed_data: {
                            [key: string]: unknown;
                        };
                        primary_type: string;
                        /** @description The EIP-712 digest. */
                        digest: string;
                        nonce: string;
                        deadline: string;
                        object_id: string;
                    };
                };
            };
        };
    };
    postWebhooksByIdTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The `webhook-id` of the message.
                         * @example msg_36a9e7f1c95b82ffb99743e0c5c4ce95
                         */
                        id: string;
                        /** @description The HTTP status that the receiver answered. */
                        status: number | null;
                        /** @description Why it failed, as in `deliveries`. */
                        error: ("bad_answer" | "dns" | "gone" | "private_address" | "redirected" | "refused" | "reset" | "status" | "timeout" | "tls" | "unknown_host" | "unreachable") | null;
                    };
                };
            };
        };
    };
    postStorageUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "text"
                 *     }
                 */
                "multipart/form-data": {
                    /** @description One file, with its name. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        /**
                         * Format: uri
                         * @description The address of the bytes, for callers that may read.
                         */
                        url: string;
                        /** @description The name that its sender gave it. */
                        name: string;
                        /** @description The SHA-256 hash of the bytes. */
                        digest: string;
                        /** @description The size in bytes. */
                        size: number;
                        /** @description The media type, found by the bytes. application/octet-stream if no type is recognized. */
                        type: string;
                        /** @description The index of its entry in the log. */
                        index: number;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    postWalletsRegister: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf",
                 *       "nickname": "Ada"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: address
                     * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                     * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                     */
                    address: string;
                    /**
                     * Format: name
                     * @description Letters, marks, digits, spaces, punctuation and symbols, not all of them invisible.
                     * @example Ada
                     */
                    nickname?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        email: string | null;
                        nickname: string | null;
                        account: {
                            /**
                             * Format: address
                             * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            address: string;
                        };
                        role: components["schemas"]["Role"];
                        /** @enum {unknown} */
                        state: "active" | "removed";
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    getWalletsMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string | null;
                        email: string | null;
                        nickname: string | null;
                        account: {
                            /**
                             * Format: address
                             * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            address: string;
                        } | null;
                        role: components["schemas"]["Role"] | null;
                        state: ("active" | "removed") | null;
                        created_at: string | null;
                        permissions: string[];
                        organization: {
                            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                            id: string;
                            name: string;
                            log_name: string;
                            /**
                             * @description The `log_id` of an organization.
                             * @example 0x1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a
                             */
                            log_id: string;
                            /** @description The log that objects move to. Unless it is null, the organization's log takes only redemptions and moves. */
                            successor_log_id: string | null;
                        };
                    };
                };
            };
        };
    };
    getWallets: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Wallet"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                    };
                };
            };
        };
    };
    getApiKeys: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                    };
                };
            };
        };
    };
    postApiKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nightly import",
                 *       "permissions": [
                 *         "read"
                 *       ],
                 *       "ttl_hours": 720
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: name
                     * @description Letters, marks, digits, spaces, punctuation and symbols, not all of them invisible.
                     * @example Nightly import
                     */
                    name: string;
                    /** @description By default all permissions of its maker except `manage`. */
                    permissions?: components["schemas"]["Permission"][];
                    /**
                     * @description In hours. By default the key does not expire.
                     * @example 720
                     */
                    ttl_hours?: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        name: string;
                        /** @description The first characters of the key. */
                        prefix: string;
                        permissions: components["schemas"]["Permission"][];
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        expires_at: string | null;
                        revoked_at: string | null;
                        /** @description Recorded at most once an hour. So the key may have been used up to an hour later. */
                        last_used_at: string | null;
                        /** @description The key, for the header x-api-key. No other answer has it. */
                        key: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    deleteApiKeysById: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        name: string;
                        /** @description The first characters of the key. */
                        prefix: string;
                        permissions: components["schemas"]["Permission"][];
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        expires_at: string | null;
                        revoked_at: string | null;
                        /** @description Recorded at most once an hour. So the key may have been used up to an hour later. */
                        last_used_at: string | null;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    getOrganizations: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Organization"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                    };
                };
            };
        };
    };
    putOrganizationsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Example Ltd."
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: name
                     * @description Letters, marks, digits, spaces, punctuation and symbols, not all of them invisible.
                     * @example Example Ltd.
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        name: string;
                        /** @description The caller's role. Null for an API key. */
                        role: components["schemas"]["Role"] | null;
                        /** @enum {unknown} */
                        state: "member" | "invited";
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    putOrganizationsByIdSuccessor: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "log_id": "0x1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a"
                 *     }
                 */
                "application/json": {
                    log_id: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        log_id: string | null;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    getOrganizationsByIdMembers: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
            };
            header?: never;
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Member"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                    };
                };
            };
        };
    };
    deleteOrganizationsByIdMembersByMemberId: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        removed_at: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    patchOrganizationsByIdMembersByMemberId: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                memberId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "owner"
                 *     }
                 */
                "application/json": {
                    role: components["schemas"]["Role"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        /**
                         * @description The same as `id`: a member is a wallet.
                         * @example key_8f14e45fceea167a5a36dedd4bea2543
                         */
                        wallet_id: string;
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        organization_id: string;
                        role: components["schemas"]["Role"];
                        email: string | null;
                        nickname: string | null;
                        account: {
                            /**
                             * Format: address
                             * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            address: string;
                        };
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    getOrganizationsByIdInvitations: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
            };
            header?: never;
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Invitation"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                    };
                };
            };
        };
    };
    postOrganizationsByIdInvitations: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "role": "owner"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description An e-mail address.
                     * @example ada@example.com
                     */
                    email: string;
                    role: components["schemas"]["Role"];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        organization_id: string;
                        email: string;
                        role: components["schemas"]["Role"];
                        /** @enum {unknown} */
                        state: "open" | "accepted" | "withdrawn" | "expired";
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        expires_at: string;
                        /** @description The time of the mail. Null in the answer that makes the invitation, since the mail is sent after it. */
                        mailed_at: string | null;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    deleteOrganizationsByIdInvitationsByInvitationId: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        organization_id: string;
                        email: string;
                        role: components["schemas"]["Role"];
                        /** @enum {unknown} */
                        state: "open" | "accepted" | "withdrawn" | "expired";
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        expires_at: string;
                        /** @description The time of the mail. Null in the answer that makes the invitation, since the mail is sent after it. */
                        mailed_at: string | null;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    getTemplates: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
                /** @description The number of records to skip. Version 4 will not have it: follow `next`. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Template"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                        /**
                         * @deprecated
                         * @description The number of records, if the request has an offset. If there are more than 10100, it is 10100.
                         */
                        total?: number;
                    };
                };
            };
        };
    };
    postTemplates: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ticket",
                 *       "fqdn": "org.example.ticket",
                 *       "description": "text",
                 *       "custody": false,
                 *       "properties": {
                 *         "colour": "red",
                 *         "seat": 4
                 *       },
                 *       "actions": {
                 *         "mint": [
                 *           "issuer"
                 *         ],
                 *         "transfer": [
                 *           "owner",
                 *           "issuer"
                 *         ]
                 *       },
                 *       "schema": {
                 *         "type": "object",
                 *         "required": [
                 *           "seat"
                 *         ],
                 *         "properties": {
                 *           "seat": {
                 *             "type": "integer",
                 *             "minimum": 1
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: name
                     * @description Letters, marks, digits, spaces, punctuation and symbols, not all of them invisible.
                     * @example ticket
                     */
                    name: string;
                    /** @example org.example.ticket */
                    fqdn?: string;
                    description?: string;
                    /**
                     * @description Whether only a typed action of its holder moves an object. False by default.
                     * @example false
                     */
                    custody?: boolean;
                    properties?: components["schemas"]["Properties"];
                    actions?: components["schemas"]["TemplateActions"];
                    schema?: components["schemas"]["PropertiesSchema"];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        name: string;
                        version: number;
                        fqdn: string | null;
                        description: string | null;
                        custody: boolean;
                        properties: components["schemas"]["Properties"];
                        actions: components["schemas"]["TemplateActions"];
                        schema: components["schemas"]["PropertiesSchema"] | null;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    getTemplatesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    getObjects: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
                /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
                template_id?: string;
                /**
                 * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                owner?: string;
                /** @description The number of records to skip. Version 4 will not have it: follow `next`. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PlatformObject"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                        /**
                         * @deprecated
                         * @description The number of records, if the request has an offset. If there are more than 10100, it is 10100.
                         */
                        total?: number;
                    };
                };
            };
        };
    };
    postObjects: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "ticket-7",
                 *       "template_id": "tpl_8f14e45fceea167a5a36dedd4bea2543",
                 *       "to": "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf",
                 *       "properties": {
                 *         "colour": "red",
                 *         "seat": 4
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewObject"] | components["schemas"]["TypedAction"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                         * @example ticket-7
                         */
                        id: string;
                        /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
                        template_id: string;
                        /**
                         * Format: address
                         * @description The owner's address of 20 bytes.
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        owner: string;
                        properties: components["schemas"]["Properties"];
                        version: number;
                        /** @enum {unknown} */
                        state: "active" | "redeemed" | "burned" | "moved";
                        /** @description The `log_id` of the log that it has moved to. Null in any other state than `moved`. */
                        moved_to: string | null;
                        /** @description SHA-256 of the canonical JSON (RFC 8785) of id, template_id, owner, properties, version, state and moved_to. */
                        state_hash: string;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description When the last action on it was accepted.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        updated_at: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    getObjectsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the answer that the client has. If it is still the same, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformObject"];
                };
            };
        };
    };
    putObjectsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A list of states: each is an `ETag` of GET /objects/:id, or a `state_hash` in quotes. If the object is in another state, the answer is 412. This header is not signed. So it can prevent a change and do nothing else. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "properties": {
                 *         "colour": "red",
                 *         "seat": 4
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChangedObject"] | components["schemas"]["TypedAction"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                         * @example ticket-7
                         */
                        id: string;
                        /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
                        template_id: string;
                        /**
                         * Format: address
                         * @description The owner's address of 20 bytes.
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        owner: string;
                        properties: components["schemas"]["Properties"];
                        version: number;
                        /** @enum {unknown} */
                        state: "active" | "redeemed" | "burned" | "moved";
                        /** @description The `log_id` of the log that it has moved to. Null in any other state than `moved`. */
                        moved_to: string | null;
                        /** @description SHA-256 of the canonical JSON (RFC 8785) of id, template_id, owner, properties, version, state and moved_to. */
                        state_hash: string;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description When the last action on it was accepted.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        updated_at: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    patchObjectsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A list of states: each is an `ETag` of GET /objects/:id, or a `state_hash` in quotes. If the object is in another state, the answer is 412. This header is not signed. So it can prevent a change and do nothing else. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "properties": {
                 *         "colour": "red",
                 *         "seat": 4
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChangedObject"] | components["schemas"]["TypedAction"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                         * @example ticket-7
                         */
                        id: string;
                        /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
                        template_id: string;
                        /**
                         * Format: address
                         * @description The owner's address of 20 bytes.
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        owner: string;
                        properties: components["schemas"]["Properties"];
                        version: number;
                        /** @enum {unknown} */
                        state: "active" | "redeemed" | "burned" | "moved";
                        /** @description The `log_id` of the log that it has moved to. Null in any other state than `moved`. */
                        moved_to: string | null;
                        /** @description SHA-256 of the canonical JSON (RFC 8785) of id, template_id, owner, properties, version, state and moved_to. */
                        state_hash: string;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description When the last action on it was accepted.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        updated_at: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    postEbusExecute: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": {
                 *         "transfer": {
                 *           "id": "ticket-7",
                 *           "to": "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RequestedAction"] | components["schemas"]["AuthorizedAction"] | components["schemas"]["TypedAction"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        action_id: string;
                        /** @constant */
                        status: "completed";
                        steps: {
                            output: {
                                ids: string[];
                            };
                        }[];
                        object: components["schemas"]["PlatformObject"];
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    postEbusActionsBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "actions": [
                 *         {
                 *           "transfer": {
                 *             "id": "ticket-7",
                 *             "to": "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf"
                 *           }
                 *         }
                 *       ],
                 *       "atomic": true
                 *     }
                 */
                "application/json": {
                    actions: (components["schemas"]["Action"] | components["schemas"]["RequestedAction"] | components["schemas"]["AuthorizedAction"] | components["schemas"]["TypedAction"])[];
                    /** @description Whether all actions are executed or none. False by default. A request that is signed as a whole is always executed as a whole. */
                    atomic?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description For each action, in the same order: its result or its error. */
                        items: {
                            action_id?: string;
                            /** @constant */
                            status?: "completed";
                            steps?: {
                                output: {
                                    ids: string[];
                                };
                            }[];
                            object?: components["schemas"]["PlatformObject"];
                            x_receipt?: components["schemas"]["Receipt"];
                            error?: components["schemas"]["Failure"];
                        }[];
                        x_receipt?: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    getEbusActionLogs: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                object_id?: string;
                /**
                 * @description An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                actor?: string;
                /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
                template_id?: string;
                /** @description The kind of the signed action. */
                kind?: "HttpRequest" | "Mint" | "Transfer" | "Issue" | "Assign" | "Update" | "SetAttributes" | "Redeem" | "Burn" | "Move" | "MovedMint";
                /**
                 * @description Accepted at this time or later.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                since?: string;
                /**
                 * @description Accepted before this time.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                before?: string;
                /** @description The number of records to skip. Version 4 will not have it: follow `next`. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ActionLog"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                        /**
                         * @deprecated
                         * @description The number of records, if the request has an offset. If there are more than 10100, it is 10100.
                         */
                        total?: number;
                    };
                };
            };
        };
    };
    getEbusActionLogsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionLog"];
                };
            };
        };
    };
    getStorageFiles: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["StoredFile"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                    };
                };
            };
        };
    };
    getStorageFilesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredFile"];
                };
            };
        };
    };
    deleteStorageFilesById: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        removed_at: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    getStorageFilesByIdForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedForm"];
                };
            };
        };
    };
    getStorageFilesByIdContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description One range of bytes (RFC 9110, section 14.2). If the header has another form, the answer has all bytes. */
                Range?: components["parameters"]["Range"];
                /** @description The range is sent only if the file still has this `ETag`. Otherwise the answer has all bytes. */
                "If-Range"?: components["parameters"]["IfRange"];
            };
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description Partial Content */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
        };
    };
    getEbusActionLogsByIdProof: {
        parameters: {
            query?: {
                /** @description The size of the checkpoint to which the bundle leads. See GET /checkpoints. By default it is the newest final checkpoint. If no checkpoint is final, it is the newest anchored one, and otherwise the newest signed one. */
                size?: number;
            };
            header?: {
                /** @description The `ETag` of the answer that the client has. If it is still the same, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
        };
    };
    getStorageFilesByIdProof: {
        parameters: {
            query?: {
                /** @description The size of the checkpoint to which the bundle leads. See GET /checkpoints. By default it is the newest final checkpoint. If no checkpoint is final, it is the newest anchored one, and otherwise the newest signed one. */
                size?: number;
            };
            header?: {
                /** @description The `ETag` of the answer that the client has. If it is still the same, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
        };
    };
    getEbusActionLogsByIdCoseReceipts: {
        parameters: {
            query?: {
                /** @description The size of the checkpoint to which the bundle leads. See GET /checkpoints. By default it is the newest final checkpoint. If no checkpoint is final, it is the newest anchored one, and otherwise the newest signed one. */
                size?: number;
            };
            header?: never;
            path: {
                /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoseReceipts"];
                };
            };
        };
    };
    getObjectsByIdProof: {
        parameters: {
            query?: {
                /** @description The size of the checkpoint to which the bundle leads. See GET /checkpoints. By default it is the newest final checkpoint. If no checkpoint is final, it is the newest anchored one, and otherwise the newest signed one. */
                size?: number;
                /** @description A random number below 2^256. With it, the server asks the log anew, and the ask has this nonce. */
                nonce?: string;
                /** @description The index of an entry about the object, from an earlier answer. The answer is the bundle of that entry. The log is not asked. */
                entry?: number;
            };
            header?: {
                /** @description The `ETag` of the answer that the client has. If it is still the same, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
        };
    };
    getObjectsByIdHistory: {
        parameters: {
            query?: {
                /** @default 10 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
                /** @description The size of the checkpoint to which the bundle leads. See GET /checkpoints. By default it is the newest final checkpoint. If no checkpoint is final, it is the newest anchored one, and otherwise the newest signed one. */
                size?: number;
            };
            header?: never;
            path: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Step"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                    };
                };
            };
        };
    };
    getBatches: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Batch"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                    };
                };
            };
        };
    };
    getBatchesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The batch's position in the batch log, from 0.
                 * @example 12
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    getWebhooks: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Webhook"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                    };
                };
            };
        };
    };
    postWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ledger",
                 *       "url": "https://hooks.example/anchorlog",
                 *       "events": [
                 *         "object.transfer"
                 *       ],
                 *       "active": true
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: name
                     * @description Letters, marks, digits, spaces, punctuation and symbols, not all of them invisible.
                     * @example Ledger
                     */
                    name: string;
                    /**
                     * @description https:// and a public address, without user, password and fragment.
                     * @example https://hooks.example/anchorlog
                     */
                    url: string;
                    /**
                     * @description The events that are sent to it. `*` stands for all events.
                     * @example [
                     *       "object.transfer"
                     *     ]
                     */
                    events: components["schemas"]["WebhookEvent"][];
                    /** @description Whether events are delivered to it. True by default in POST and PUT. If it is false, events are kept for later. */
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example whk_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        name: string;
                        /**
                         * @description https:// and a public address, without user, password and fragment.
                         * @example https://hooks.example/anchorlog
                         */
                        url: string;
                        /**
                         * @description The events that are sent to it. `*` stands for all events.
                         * @example [
                         *       "object.transfer"
                         *     ]
                         */
                        events: components["schemas"]["WebhookEvent"][];
                        active: boolean;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        updated_at: string;
                        /** @description The time of the first failed try since the last success. */
                        failing_since: string | null;
                        /** @description Why the server has stopped deliveries: the receiver answered 410, or accepted nothing for 5 days. PUT or PATCH starts them again. */
                        disabled: {
                            /**
                             * Format: date-time
                             * @description UTC, with milliseconds.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            at: string;
                            /** @enum {unknown} */
                            reason: "gone" | "failing";
                        } | null;
                        /**
                         * @description Receivers verify messages by this secret (Standard Webhooks). No other answer has it.
                         * @example whsec_XUNscHwGb8Vz1b5cC0Wd9Fp8p0p7iS1nJ3k9yR2m4tE=
                         */
                        secret: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    getWebhooksById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    putWebhooksById: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example whk_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ledger",
                 *       "url": "https://hooks.example/anchorlog",
                 *       "events": [
                 *         "object.transfer"
                 *       ],
                 *       "active": true,
                 *       "rotate_secret": true
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: name
                     * @description Letters, marks, digits, spaces, punctuation and symbols, not all of them invisible.
                     * @example Ledger
                     */
                    name: string;
                    /**
                     * @description https:// and a public address, without user, password and fragment.
                     * @example https://hooks.example/anchorlog
                     */
                    url: string;
                    /**
                     * @description The events that are sent to it. `*` stands for all events.
                     * @example [
                     *       "object.transfer"
                     *     ]
                     */
                    events: components["schemas"]["WebhookEvent"][];
                    /** @description Whether events are delivered to it. True by default in POST and PUT. If it is false, events are kept for later. */
                    active?: boolean;
                    /** @description Makes a new secret. For 24 hours messages are also signed with the previous one. */
                    rotate_secret?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example whk_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        name: string;
                        /**
                         * @description https:// and a public address, without user, password and fragment.
                         * @example https://hooks.example/anchorlog
                         */
                        url: string;
                        /**
                         * @description The events that are sent to it. `*` stands for all events.
                         * @example [
                         *       "object.transfer"
                         *     ]
                         */
                        events: components["schemas"]["WebhookEvent"][];
                        active: boolean;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        updated_at: string;
                        /** @description The time of the first failed try since the last success. */
                        failing_since: string | null;
                        /** @description Why the server has stopped deliveries: the receiver answered 410, or accepted nothing for 5 days. PUT or PATCH starts them again. */
                        disabled: {
                            /**
                             * Format: date-time
                             * @description UTC, with milliseconds.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            at: string;
                            /** @enum {unknown} */
                            reason: "gone" | "failing";
                        } | null;
                        /**
                         * @description Receivers verify messages by this secret (Standard Webhooks). No other answer has it.
                         * @example whsec_XUNscHwGb8Vz1b5cC0Wd9Fp8p0p7iS1nJ3k9yR2m4tE=
                         */
                        secret?: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    deleteWebhooksById: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example whk_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        removed_at: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    patchWebhooksById: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example whk_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ledger",
                 *       "url": "https://hooks.example/anchorlog",
                 *       "events": [
                 *         "object.transfer"
                 *       ],
                 *       "active": true,
                 *       "rotate_secret": true
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: name
                     * @description Letters, marks, digits, spaces, punctuation and symbols, not all of them invisible.
                     * @example Ledger
                     */
                    name?: string;
                    /**
                     * @description https:// and a public address, without user, password and fragment.
                     * @example https://hooks.example/anchorlog
                     */
                    url?: string;
                    /**
                     * @description The events that are sent to it. `*` stands for all events.
                     * @example [
                     *       "object.transfer"
                     *     ]
                     */
                    events?: components["schemas"]["WebhookEvent"][];
                    /** @description Whether events are delivered to it. True by default in POST and PUT. If it is false, events are kept for later. */
                    active?: boolean;
                    /** @description Makes a new secret. For 24 hours messages are also signed with the previous one. */
                    rotate_secret?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example whk_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        name: string;
                        /**
                         * @description https:// and a public address, without user, password and fragment.
                         * @example https://hooks.example/anchorlog
                         */
                        url: string;
                        /**
                         * @description The events that are sent to it. `*` stands for all events.
                         * @example [
                         *       "object.transfer"
                         *     ]
                         */
                        events: components["schemas"]["WebhookEvent"][];
                        active: boolean;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        updated_at: string;
                        /** @description The time of the first failed try since the last success. */
                        failing_since: string | null;
                        /** @description Why the server has stopped deliveries: the receiver answered 410, or accepted nothing for 5 days. PUT or PATCH starts them again. */
                        disabled: {
                            /**
                             * Format: date-time
                             * @description UTC, with milliseconds.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            at: string;
                            /** @enum {unknown} */
                            reason: "gone" | "failing";
                        } | null;
                        /**
                         * @description Receivers verify messages by this secret (Standard Webhooks). No other answer has it.
                         * @example whsec_XUNscHwGb8Vz1b5cC0Wd9Fp8p0p7iS1nJ3k9yR2m4tE=
                         */
                        secret?: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    postWebhooksByIdRedeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example whk_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-01-05T09:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /** @example act_8f14e45fceea167a5a36dedd4bea2543 */
                    action_id?: string;
                    /**
                     * Format: date-time
                     * @description UTC, with milliseconds.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    since?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
                        id: string;
                        /** @example whk_8f14e45fceea167a5a36dedd4bea2543 */
                        webhook_id: string;
                        /** @example act_8f14e45fceea167a5a36dedd4bea2543 */
                        action_id?: string;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        since?: string;
                        /**
                         * Format: date-time
                         * @description UTC, with milliseconds.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        x_receipt: components["schemas"]["Receipt"];
                    };
                };
            };
        };
    };
    getWebhooksByIdDeliveries: {
        parameters: {
            query?: {
                /** @default 25 */
                limit?: number;
                /** @description The cursor from the previous page. */
                next?: string;
            };
            header?: never;
            path: {
                /** @example whk_8f14e45fceea167a5a36dedd4bea2543 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Delivery"][];
                        /** @description The cursor of the next page. Null on the last page. */
                        next: string | null;
                        has_more: boolean;
                    };
                };
            };
        };
    };
}
