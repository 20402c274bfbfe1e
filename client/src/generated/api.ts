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
         * @description OpenAPI 3.1, made of the schemas that requests and answers are held to. GET /docs shows it as a page.
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
         * @description Of requests, the process, the log, its anchors, webhooks and files. With `METRICS_SECRET` of the operator as a bearer token, where there is one.
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
         * Whether it lives
         * @description 200 as long as the process answers. It asks nothing of what it stands on.
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
         * Whether it is of use
         * @description 503 where `store`, `mark` or `backlog` is not ok, where too much is to be done, and while it ends.
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
         * @description Six digits, or nine if the mailbox was sent many codes in a day. The code is good for ten minutes and one use, together with the answer's `nonce`. Codes that were sent before stay good. The answer is the same whether there is an account or not.
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
         * Take new tokens for a refresh token
         * @description A refresh token is good for one use. If the answer was lost, the same token has the same successor again: within ten seconds, and later as long as nobody used the successor or its access token. Any other repeated use ends the session, since somebody else may have the token. A session lasts 30 days from signing in.
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
         * @description Ends the session of a refresh token, those beside it in other organizations, and their access tokens, at once. The answer is the same where there is none.
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
         * The keys of access tokens
         * @description As a JSON Web Key Set (RFC 7517). A key is there for a day before it signs.
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
         * Take tokens for another organization
         * @description Of which the account is a member. They are of a session beside the one that asks, and end with it. It is for accounts: with an API key, 403.
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
         * Take tokens for the organization of an invitation
         * @description The invitation is accepted by the wallet that is registered there with them. It is for accounts: with an API key, 403.
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
         * Read what was mailed (development only)
         * @description The newest 20 mails to `to`, or to anybody, newest first. A browser gets them as a page.
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
         * Whom receipts bind, and what wallets sign
         * @description The domain of EIP-712, the kinds of actions, the operator and its keys, signed by the receipt key. See that `authority` is the host that you asked, and that the registry, or a trust file that you had before, knows the key.
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
         * How wallets show what they sign
         * @description A file of ERC-7730 for the kinds of actions.
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
         * @description Of all organizations' batches, the newest first. Proofs lead to them.
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
         * The published checkpoint
         * @description The newest of which all tiles are there, with the cosignatures of witnesses.
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
         * A tile of the published batch log
         * @description Hashes at `LEVEL/INDEX`, entries at `entries/INDEX`, both with `.p/WIDTH` where the tile is partial (c2sp.org/tlog-tiles). The entries are the headers of batches. Slashes of the path stand as they are.
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
         * @description Newest first. A page that would take too much work ends early: it may be short, or empty, and have more behind it. The first 256 words and 256 values of an object's properties count. The credential needs the permission `read`.
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
         * @description Newest first. A page that would take too much work ends early: it may be short, or empty, and have more behind it. The first 256 words and 256 values of an object's properties count. The credential needs the permission `read`.
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
         * The typed data to sign for an action
         * @description For `eth_signTypedData_v4`, with a nonce and a deadline. It changes nothing. What is signed is then the body of POST /ebus/execute. The credential needs the permission `read`.
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
         * @description The receiver gets a signed message of type `webhook.test` at once, also if the webhook is not active. It is sent once, and is not among the deliveries. The answer says how the receiver took it. Nothing changes, so nothing is signed. The credential needs the permission `webhooks`.
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
         * @description A form with one file, `file`, of 25 MiB at most. It is judged by its head before its bytes are taken: Content-Digest must have sha-256, which `createSignedFetch` sends. The credential needs the permission `upload`. Signed by a registered wallet with a role that allows `upload`.
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
         * Register a wallet: signed by that very address
         * @description The signature is the proof that the address is the sender's. With a token, it is the account's wallet, one in each organization; with an API key that allows `manage`, one without an account.
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
         * The caller's own wallet
         * @description And who the caller is: the account, the organization, its `log_name` and `log_id`, which are signed. `account` is null before a wallet is registered.
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
         * @description Of members, and those that API keys registered. The credential needs the permission `read`.
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
         * @description Its answer alone has the key, as has that of a retry. A key has a part of its maker's permissions, and makes no keys. The credential needs the permission `manage`. It is for accounts: with an API key, 403. Signed by a registered wallet with a role that allows `manage`.
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
         * @description With an API key, its own.
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
         * Remove a member. API keys are the organization's, and stay
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
         * List templates, all their versions
         * @description Newest first. The credential needs the permission `read`.
         */
        get: operations["getTemplates"];
        put?: never;
        /**
         * Make a template, or the next version of one
         * @description A known `name` gets its next version. `custody`, which stays, has objects moved by their holders' typed actions alone. `actions` says who may do what. The credential needs the permission `issue`. Signed by a registered wallet with a role that allows `issue`.
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
         * The newest version of a template
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
         * @description Newest first, by template or owner. The credential needs the permission `read`.
         */
        get: operations["getObjects"];
        put?: never;
        /**
         * Make an object
         * @description Without `id` it gets one. `to` is its first owner, by default the wallet that signs. Signed by the wallet of the account that is signed in; with an API key that allows `act`, by any. Or the body is a signed action itself, without `Anchorlog-Action`.
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
         * An object as it is now
         * @description Its `state_hash` is its `ETag`. The credential needs the permission `read`.
         */
        get: operations["getObjectsById"];
        /**
         * Change an object's properties
         * @description `properties` take the place of all that there are; `version`, where it is given, must be the object's. Signed by the wallet of the account that is signed in; with an API key that allows `act`, by any. Or the body is a signed action itself, without `Anchorlog-Action`.
         */
        put: operations["putObjectsById"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an object's properties
         * @description `properties` take the place of all that there are; `version`, where it is given, must be the object's. Signed by the wallet of the account that is signed in; with an API key that allows `act`, by any. Or the body is a signed action itself, without `Anchorlog-Action`.
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
         * Do something with an object
         * @description One of mint, transfer, update, set_attributes, redeem and burn. Signed by the wallet of the account that is signed in; with an API key that allows `act`, by any. Or the body is a signed action itself, without `Anchorlog-Action`.
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
         * Do several things with objects
         * @description Actions that are signed each have a result each, in order; with `atomic`, all are done or none. A request that is signed as a whole is one entry, and all or none. Signed by the wallet of the account that is signed in; with an API key that allows `act`, by any. Or the body is a signed action itself, without `Anchorlog-Action`.
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
         * List what was done
         * @description Newest first, by object, wallet, template, kind and time. Each has its entry's index in the log. A page by several of them may be short, or empty, and have more behind it: follow `next` until it is null. The credential needs the permission `read`.
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
         * One thing that was done
         * @description With what it changed: the objects' hashes before and after. The credential needs the permission `read`.
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
         * What a file is
         * @description The credential needs the permission `read`.
         */
        get: operations["getStorageFilesById"];
        put?: never;
        post?: never;
        /**
         * Remove a file
         * @description It is given to nobody any more, and its bytes are removed two days later, unless another file has the same. What was signed stays in the log, and can be proven. The credential needs the permission `upload`. Signed by a registered wallet with a role that allows `upload`.
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
         * What was signed around a file
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
         * The bytes of a file
         * @description All of them, or one range of them (RFC 9110, 14). Browsers save it, and show nothing of it. The credential needs the permission `read`.
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
         * The proof of one thing that was done
         * @description Several that one request asked for are one entry, and have one bundle. The credential needs the permission `read`.
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
         * The proof of a file's upload
         * @description Of the request that brought it: see `form` of GET /storage/files/:id. The credential needs the permission `read`.
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
    "/objects/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The proof of who holds an object
         * @description With custody: the server asks the log, once a minute at most, or with your own `nonce`. The entry says who held the object when it was asked, and by which act; an act that came since says it itself. It is promised at once; by `entry` the same is had later, when it leads further. Without custody: the proof of what was done last. The credential needs the permission `read`.
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
         * All that was done with an object, oldest first, and its proofs
         * @description Each step with its bundle. It can be replayed from its beginning. The credential needs the permission `read`.
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
         * A batch of the log
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
         * @description It is told of the organization's actions by Standard Webhooks. Its answer alone has the secret. The credential needs the permission `webhooks`. Signed by a registered wallet with a role that allows `webhooks`.
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
         * One webhook, and how its receiver is
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
         * Change some of a webhook
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
         * What was delivered in the last 30 days, and what waits
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
            /** @description A JWT, for Authorization: Bearer. */
            access_token: string;
            /** @description For one use, at POST /auth/refresh-token. */
            refresh_token: string;
            /** @description Seconds that the access token is good for. */
            expires_in: number;
            /** @constant */
            token_type: "Bearer";
        };
        ClearSigning: {
            [key: string]: unknown;
        };
        /** @description What the operator signed of the batch log, which is of all organizations. */
        Checkpoint: {
            /** @description Headers in the batch log. */
            size: number;
            /** @description Over them (RFC 9162). */
            root: string;
            /** @description Signed (c2sp.org/tlog-checkpoint). */
            note: string;
            /** @description Whether the registry was seen to hold it. */
            anchored: boolean;
            /** @description Whether it was seen final. */
            final: boolean;
            block: {
                number: number;
                hash: string;
                /** @description When it was anchored, in Unix seconds. */
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
             * @description Whom it belongs to: 20 bytes.
             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
             */
            owner: string;
            properties: components["schemas"]["Properties"];
            version: number;
            /** @enum {unknown} */
            state: "active" | "redeemed" | "burned";
            /** @description SHA-256 of the canonical JSON (RFC 8785) of id, template_id, owner, properties, version and state. */
            state_hash: string;
            /**
             * Format: date-time
             * @description UTC, to the millisecond.
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
                 * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
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
            };
            burn?: {
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                id: string;
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
             * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
             */
            to?: string;
            properties?: components["schemas"]["Properties"];
            /** @description The same as `properties`, as DUAL's client names them. */
            custom?: {
                [key: string]: unknown;
            };
            /**
             * @description How many, as DUAL's client says: a mint makes one object.
             * @constant
             */
            num?: 1;
        };
        /** @description The operator's signed promise to anchor what was done. */
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
                 * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                address: string;
            };
            role: components["schemas"]["Role"];
            /** @enum {unknown} */
            state: "active" | "removed";
            /**
             * Format: date-time
             * @description UTC, to the millisecond.
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
             * @description UTC, to the millisecond.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            expires_at: string | null;
            revoked_at: string | null;
            /** @description Recorded once an hour: the key may have been used until an hour later. */
            last_used_at: string | null;
        };
        Organization: {
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            name: string;
            /** @description The caller's; null for an API key. */
            role: components["schemas"]["Role"] | null;
            /** @enum {unknown} */
            state: "member" | "invited";
            /**
             * Format: date-time
             * @description UTC, to the millisecond.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
        };
        Member: {
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            /**
             * @description The same: a member is a wallet.
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
                 * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                address: string;
            };
            /**
             * Format: date-time
             * @description UTC, to the millisecond.
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
             * @description UTC, to the millisecond.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, to the millisecond.
             * @example 2026-01-05T09:00:00.000Z
             */
            expires_at: string;
            /** @description Null in the answer of the action, which comes before its mail. */
            mailed_at: string | null;
        };
        /**
         * @description Who may do what; what is not named, nobody does.
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
             * @description UTC, to the millisecond.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
        };
        TypedAction: {
            /** @enum {unknown} */
            primaryType: "Mint" | "Transfer" | "Issue" | "Assign" | "Update" | "SetAttributes" | "Redeem" | "Burn";
            message: {
                /**
                 * @description The organization's log_id.
                 * @example 0x1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a
                 */
                log: string;
                /**
                 * Format: address
                 * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
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
                 * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
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
             * @description Where the first reason is explained: relative to the request's URL.
             * @example /reasons#malformed
             */
            docs: string;
        };
        Detail: {
            /** @description What of the request is at fault: a member of the body, a header, a parameter. */
            field: string;
            /** @description A code that stays, for programs: all are listed with this API's description. */
            reason: string;
        };
        ActionLog: {
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            name: string;
            /** @description The kind that was signed; HttpRequest where the request itself was. */
            kind: string;
            /**
             * Format: address
             * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
             */
            actor: string;
            /** @description What it asked for. */
            params: {
                [key: string]: unknown;
            };
            /** @constant */
            status: "completed";
            /** @description Of its entry in the log. */
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
             * @description UTC, to the millisecond.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
        };
        StoredFile: {
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            /**
             * Format: uri
             * @description Where its bytes are, for who may read.
             */
            url: string;
            /** @description As its sender called it. */
            name: string;
            /** @description SHA-256 of its bytes. */
            digest: string;
            /** @description Bytes. */
            size: number;
            /** @description A media type, by its bytes: application/octet-stream where they are of none that is known. */
            type: string;
            /** @description Of its entry in the log. */
            index: number;
            /**
             * Format: date-time
             * @description UTC, to the millisecond.
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
                 * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                registry: string;
                /**
                 * Format: address
                 * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
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
                 * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                key: string;
                signature: string;
            };
            /** @description The way from the entry up to a checkpoint; absent where it is only promised. */
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
        /** @description What was done with an object, and what shows it. */
        Step: {
            /** @example key_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            name: string;
            /** @description The kind that was signed; HttpRequest where the request itself was. */
            kind: string;
            /**
             * Format: address
             * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
             */
            actor: string;
            /** @description What it asked for. */
            params: {
                [key: string]: unknown;
            };
            /** @constant */
            status: "completed";
            /** @description Of its entry in the log. */
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
             * @description UTC, to the millisecond.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            version: number;
            /** @description Of the object, as this action left it. */
            state_hash: string;
            /**
             * @description How far the bundle leads, as this server last saw it: to a receipt alone, to a signed checkpoint, or to one that the registry holds. To know, verify the bundle.
             * @enum {unknown}
             */
            bundle_state: "promised" | "included" | "anchored" | "final";
            bundle: components["schemas"]["Bundle"];
        };
        /** @description A range of an organization's entries that was closed, and how far it has come. */
        Batch: {
            /**
             * @description Its position in the batch log, from 0.
             * @example 12
             */
            id: string;
            /** @description In the organization's log, from 0. */
            number: number;
            /** @description The index of its first entry. */
            start: number;
            /** @description Its entries. */
            count: number;
            /**
             * Format: date-time
             * @description UTC, to the millisecond.
             * @example 2026-01-05T09:00:00.000Z
             */
            closed_at: string;
            /** @description 229 bytes: an entry of the batch log. */
            header: string;
            /** @description The header's leaf hash in the batch log. */
            hash: string;
            /** @description Over its entries (RFC 9162). */
            root: string;
            /** @description Over their commitments (Poseidon). */
            zk_root: string;
            /** @description Whether a signed checkpoint covers it. */
            signed: boolean;
            /** @description Whether it is among the tiles: see GET /checkpoint. */
            published: boolean;
            /** @description Whether the registry was seen to hold a checkpoint that covers it. */
            anchored: boolean;
            /** @description Whether that was seen final. */
            final: boolean;
        };
        /** @enum {unknown} */
        WebhookEvent: "*" | "object.mint" | "object.transfer" | "object.update" | "object.set_attributes" | "object.redeem" | "object.burn";
        Webhook: {
            /** @example whk_8f14e45fceea167a5a36dedd4bea2543 */
            id: string;
            name: string;
            /**
             * @description https://, at a public address; no user, password or fragment.
             * @example https://hooks.example/anchorlog
             */
            url: string;
            /**
             * @description Of what it is told; `*` of everything.
             * @example [
             *       "object.transfer"
             *     ]
             */
            events: components["schemas"]["WebhookEvent"][];
            active: boolean;
            /**
             * Format: date-time
             * @description UTC, to the millisecond.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, to the millisecond.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            /** @description When the first try failed since one succeeded. */
            failing_since: string | null;
            /** @description Why the server delivers no more, until PUT or PATCH: its receiver answered 410, or took nothing for 5 days. */
            disabled: {
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond.
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
            /** @description Why the last try was no success. The receiver answered: `status`, `redirected`, `gone`, `bad_answer`. The connection failed: `refused`, `reset`, `timeout`, `tls`, `dns`, `unknown_host`, `unreachable`. Nothing was sent: `private_address`, `no_event`. */
            error: ("bad_answer" | "dns" | "gone" | "private_address" | "redirected" | "refused" | "reset" | "status" | "timeout" | "tls" | "unknown_host" | "unreachable" | "no_event") | null;
            /** @description When it is tried next. */
            next_at: string | null;
        };
    };
    responses: never;
    parameters: {
        /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
        IdempotencyKey: string;
        /** @description States of which the object must be in one, else 412: by `ETag` of GET /objects/:id, or `state_hash` in quotes. It is not signed, and can only have the change refused. */
        IfMatch: string;
        /** @description What the client has already, by `ETag`: the answer is 304 where it is still that. */
        IfNoneMatch: string;
        /** @description One range of bytes (RFC 9110, 14.2); of any other form, all of them are given. */
        Range: string;
        /** @description The `ETag` of which a range is wanted: of another one, all bytes are given. */
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
                        /** @description Of each part `ok`, or the code of what is wrong. */
                        checks: {
                            /** @description The databases of log, tables and accounts. */
                            store: string;
                            /** @description Whether the log has all that was signed before, by guard, published log and chain. */
                            mark: string;
                            /** @description Whether what was promised is anchored in time, so that more may be promised. */
                            backlog: string;
                            /** @description The chain's node; `none` where nothing is anchored. */
                            chain: string;
                            /** @description What mails codes: without it nobody new signs in. */
                            mail: string;
                            /** @description Where the bytes of files are. */
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
                        /** @description Seconds that the code is good for. */
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
                     * @description From the answer to the request that had the code sent.
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
                             * @description UTC, to the millisecond.
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
                        /** @description The EIP-712 domain of what wallets sign. */
                        domain: {
                            name: string;
                            version: string;
                            chainId: number;
                            /**
                             * Format: address
                             * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            verifyingContract: string;
                        };
                        /**
                         * Format: address
                         * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        operator: string;
                        /**
                         * Format: address
                         * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        registry: string;
                        /** @description The API's name, as requests are signed for it. */
                        authority: string;
                        /** @description The kinds of actions, by name, with their payloads' types. */
                        kinds: {
                            [key: string]: string;
                        };
                        /**
                         * Format: address
                         * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        anchor_key: string;
                        /**
                         * Format: address
                         * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        receipt_key: string;
                        /** @description Of checkpoints: a verifier key (c2sp.org/signed-note). */
                        note_key: string;
                        /** @description How wallets show what they sign: a file of ERC-7730. */
                        clear_signing: string;
                        /** @description The operator's keys of all times: a trust file (docs/PROTOCOL.md, section 10). */
                        trust: {
                            format: string;
                            chainId: string;
                            /**
                             * Format: address
                             * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            registry: string;
                            /**
                             * Format: address
                             * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            operator: string;
                            /**
                             * Format: address
                             * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            anchorKey: string;
                            /**
                             * Format: address
                             * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            receiptKey: string;
                            noteKey: string;
                            earlier?: {
                                role: "anchor" | "receipt" | "note";
                                key: string;
                                /** @description Its end in Unix seconds. */
                                until?: string;
                                /** @description A receipt key's signature of the one that follows it. */
                                endorsement?: string;
                            }[];
                        };
                        /** @description The receipt key's, over all other members as canonical JSON (RFC 8785): `Description` in docs/PROTOCOL.md, section 10. */
                        signature: string;
                        /** @description The published checkpoint; the tiles are beside it (c2sp.org/tlog-tiles). */
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
                /** @description The cursor that the page before gave. */
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
                        /** @description The cursor of the next page; null at the end. */
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
                /** @description The cursor that the page before gave. */
                next?: string;
                /**
                 * @description Words that an object must have, all of them, 8 at most: in its id, its template's name or its properties' values. `*` behind one: a word that begins so. Case and width do not count. Marks do not count in Latin, Greek, Hebrew and Syriac; in Cyrillic and Arabic, stress and vowel marks do not, while letters such as й, ё and أ stay letters; in all other scripts marks count. ß is ss, æ ae, œ oe, þ th, and ø, ł, đ, ð, ħ, ŧ, ŋ and ı are o, l, d, d, h, t, n and i.
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
                        /** @description The cursor of the next page; null at the end. */
                        next: string | null;
                        has_more: boolean;
                        indexed_to: number | null;
                        /** @description Whether there may be newer actions. What was written before the question counts where it is false. */
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
                /** @description The cursor that the page before gave. */
                next?: string;
                /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
                template_id?: string;
                /**
                 * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                owner?: string;
                state?: "active" | "redeemed" | "burned";
                /** @description Conditions on properties: `seat.row=4`, `<`, `<=`, `>`, `>=`, and `^=` for the beginning of a text. The value is JSON, or a text where it is none: `code="12"` is a text, `code=12` a number, and texts are in the order of their UTF-8. A list meets a condition where a member does. Names and texts with signs in them are quoted: `"a.b"=1`. Any other operator is refused. */
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
                        /** @description The cursor of the next page; null at the end. */
                        next: string | null;
                        has_more: boolean;
                        indexed_to: number | null;
                        /** @description Whether there may be newer actions. What was written before the question counts where it is false. */
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
                     * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                     * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                     */
                    account?: string;
                    /** @description Seconds; 300 by default. */
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
                        /** @description Why it was no success, as in `deliveries`. */
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                         * @description Where its bytes are, for who may read.
                         */
                        url: string;
                        /** @description As its sender called it. */
                        name: string;
                        /** @description SHA-256 of its bytes. */
                        digest: string;
                        /** @description Bytes. */
                        size: number;
                        /** @description A media type, by its bytes: application/octet-stream where they are of none that is known. */
                        type: string;
                        /** @description Of its entry in the log. */
                        index: number;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                     * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
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
                             * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            address: string;
                        };
                        role: components["schemas"]["Role"];
                        /** @enum {unknown} */
                        state: "active" | "removed";
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
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
                             * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
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
                            log_id: string;
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
                /** @description The cursor that the page before gave. */
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
                        /** @description The cursor of the next page; null at the end. */
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
                /** @description The cursor that the page before gave. */
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
                        /** @description The cursor of the next page; null at the end. */
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                    /** @description All of its maker's but `manage` by default. */
                    permissions?: components["schemas"]["Permission"][];
                    /**
                     * @description For ever by default.
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
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        expires_at: string | null;
                        revoked_at: string | null;
                        /** @description Recorded once an hour: the key may have been used until an hour later. */
                        last_used_at: string | null;
                        /** @description For the field x-api-key. No other answer has it. */
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        expires_at: string | null;
                        revoked_at: string | null;
                        /** @description Recorded once an hour: the key may have been used until an hour later. */
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
                /** @description The cursor that the page before gave. */
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
                        /** @description The cursor of the next page; null at the end. */
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                        /** @description The caller's; null for an API key. */
                        role: components["schemas"]["Role"] | null;
                        /** @enum {unknown} */
                        state: "member" | "invited";
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
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
                /** @description The cursor that the page before gave. */
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
                        /** @description The cursor of the next page; null at the end. */
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                         * @description UTC, to the millisecond.
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                         * @description The same: a member is a wallet.
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
                             * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                             * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                             */
                            address: string;
                        };
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
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
                /** @description The cursor that the page before gave. */
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
                        /** @description The cursor of the next page; null at the end. */
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        expires_at: string;
                        /** @description Null in the answer of the action, which comes before its mail. */
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        expires_at: string;
                        /** @description Null in the answer of the action, which comes before its mail. */
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
                /** @description The cursor that the page before gave. */
                next?: string;
                /** @description How many records to leave out. Version 4 has it no more: follow `next`. */
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
                        /** @description The cursor of the next page; null at the end. */
                        next: string | null;
                        has_more: boolean;
                        /**
                         * @deprecated
                         * @description How many records there are, where it was asked for by offset: 10100 where there are more.
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                     * @description Whether an object moves by its holder's own typed action alone; false by default.
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
                         * @description UTC, to the millisecond.
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
                /** @description The cursor that the page before gave. */
                next?: string;
                /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
                template_id?: string;
                /**
                 * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                owner?: string;
                /** @description How many records to leave out. Version 4 has it no more: follow `next`. */
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
                        /** @description The cursor of the next page; null at the end. */
                        next: string | null;
                        has_more: boolean;
                        /**
                         * @deprecated
                         * @description How many records there are, where it was asked for by offset: 10100 where there are more.
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                         * @description Whom it belongs to: 20 bytes.
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        owner: string;
                        properties: components["schemas"]["Properties"];
                        version: number;
                        /** @enum {unknown} */
                        state: "active" | "redeemed" | "burned";
                        /** @description SHA-256 of the canonical JSON (RFC 8785) of id, template_id, owner, properties, version and state. */
                        state_hash: string;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
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
                /** @description What the client has already, by `ETag`: the answer is 304 where it is still that. */
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description States of which the object must be in one, else 412: by `ETag` of GET /objects/:id, or `state_hash` in quotes. It is not signed, and can only have the change refused. */
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
                         * @description Whom it belongs to: 20 bytes.
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        owner: string;
                        properties: components["schemas"]["Properties"];
                        version: number;
                        /** @enum {unknown} */
                        state: "active" | "redeemed" | "burned";
                        /** @description SHA-256 of the canonical JSON (RFC 8785) of id, template_id, owner, properties, version and state. */
                        state_hash: string;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description States of which the object must be in one, else 412: by `ETag` of GET /objects/:id, or `state_hash` in quotes. It is not signed, and can only have the change refused. */
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
                         * @description Whom it belongs to: 20 bytes.
                         * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                         */
                        owner: string;
                        properties: components["schemas"]["Properties"];
                        version: number;
                        /** @enum {unknown} */
                        state: "active" | "redeemed" | "burned";
                        /** @description SHA-256 of the canonical JSON (RFC 8785) of id, template_id, owner, properties, version and state. */
                        state_hash: string;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                    /** @description All of them or none; false by default. What the request itself signs is always so. */
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
                        /** @description In the order of the actions: what came of each, or why not. */
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
                /** @description The cursor that the page before gave. */
                next?: string;
                /**
                 * @description 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -
                 * @example ticket-7
                 */
                object_id?: string;
                /**
                 * @description An account's address, 20 bytes: in one case, or with the capitals of its checksum (EIP-55).
                 * @example 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf
                 */
                actor?: string;
                /** @example tpl_8f14e45fceea167a5a36dedd4bea2543 */
                template_id?: string;
                /** @description The kind that was signed. */
                kind?: "HttpRequest" | "Mint" | "Transfer" | "Issue" | "Assign" | "Update" | "SetAttributes" | "Redeem" | "Burn";
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
                /** @description How many records to leave out. Version 4 has it no more: follow `next`. */
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
                        /** @description The cursor of the next page; null at the end. */
                        next: string | null;
                        has_more: boolean;
                        /**
                         * @deprecated
                         * @description How many records there are, where it was asked for by offset: 10100 where there are more.
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
                /** @description The cursor that the page before gave. */
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
                        /** @description The cursor of the next page; null at the end. */
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                         * @description UTC, to the millisecond.
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
                /** @description One range of bytes (RFC 9110, 14.2); of any other form, all of them are given. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of which a range is wanted: of another one, all bytes are given. */
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
                /** @description Of the checkpoint that the bundle leads to: see GET /checkpoints. By default it leads as far as any does: to the newest that is final, or else anchored, or else signed. */
                size?: number;
            };
            header?: {
                /** @description What the client has already, by `ETag`: the answer is 304 where it is still that. */
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
                /** @description Of the checkpoint that the bundle leads to: see GET /checkpoints. By default it leads as far as any does: to the newest that is final, or else anchored, or else signed. */
                size?: number;
            };
            header?: {
                /** @description What the client has already, by `ETag`: the answer is 304 where it is still that. */
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
    getObjectsByIdProof: {
        parameters: {
            query?: {
                /** @description Of the checkpoint that the bundle leads to: see GET /checkpoints. By default it leads as far as any does: to the newest that is final, or else anchored, or else signed. */
                size?: number;
                /** @description A random number below 2^256: the log is asked anew, and the entry is of an ask that has it. */
                nonce?: string;
                /** @description The index of an entry about the object, as an earlier answer has it: its bundle, and nothing is asked. */
                entry?: number;
            };
            header?: {
                /** @description What the client has already, by `ETag`: the answer is 304 where it is still that. */
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
                /** @description The cursor that the page before gave. */
                next?: string;
                /** @description Of the checkpoint that the bundle leads to: see GET /checkpoints. By default it leads as far as any does: to the newest that is final, or else anchored, or else signed. */
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
                        /** @description The cursor of the next page; null at the end. */
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
                /** @description The cursor that the page before gave. */
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
                        /** @description The cursor of the next page; null at the end. */
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
                 * @description Its position in the batch log, from 0.
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
                /** @description The cursor that the page before gave. */
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
                        /** @description The cursor of the next page; null at the end. */
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                     * @description https://, at a public address; no user, password or fragment.
                     * @example https://hooks.example/anchorlog
                     */
                    url: string;
                    /**
                     * @description Of what it is told; `*` of everything.
                     * @example [
                     *       "object.transfer"
                     *     ]
                     */
                    events: components["schemas"]["WebhookEvent"][];
                    /** @description Whether it is delivered to; true by default in POST and PUT. Events are kept. */
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
                         * @description https://, at a public address; no user, password or fragment.
                         * @example https://hooks.example/anchorlog
                         */
                        url: string;
                        /**
                         * @description Of what it is told; `*` of everything.
                         * @example [
                         *       "object.transfer"
                         *     ]
                         */
                        events: components["schemas"]["WebhookEvent"][];
                        active: boolean;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        updated_at: string;
                        /** @description When the first try failed since one succeeded. */
                        failing_since: string | null;
                        /** @description Why the server delivers no more, until PUT or PATCH: its receiver answered 410, or took nothing for 5 days. */
                        disabled: {
                            /**
                             * Format: date-time
                             * @description UTC, to the millisecond.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            at: string;
                            /** @enum {unknown} */
                            reason: "gone" | "failing";
                        } | null;
                        /**
                         * @description What receivers verify messages by (Standard Webhooks). No other answer has it.
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                     * @description https://, at a public address; no user, password or fragment.
                     * @example https://hooks.example/anchorlog
                     */
                    url: string;
                    /**
                     * @description Of what it is told; `*` of everything.
                     * @example [
                     *       "object.transfer"
                     *     ]
                     */
                    events: components["schemas"]["WebhookEvent"][];
                    /** @description Whether it is delivered to; true by default in POST and PUT. Events are kept. */
                    active?: boolean;
                    /** @description Makes a new secret; the one before signs beside it for 24 hours. */
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
                         * @description https://, at a public address; no user, password or fragment.
                         * @example https://hooks.example/anchorlog
                         */
                        url: string;
                        /**
                         * @description Of what it is told; `*` of everything.
                         * @example [
                         *       "object.transfer"
                         *     ]
                         */
                        events: components["schemas"]["WebhookEvent"][];
                        active: boolean;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        updated_at: string;
                        /** @description When the first try failed since one succeeded. */
                        failing_since: string | null;
                        /** @description Why the server delivers no more, until PUT or PATCH: its receiver answered 410, or took nothing for 5 days. */
                        disabled: {
                            /**
                             * Format: date-time
                             * @description UTC, to the millisecond.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            at: string;
                            /** @enum {unknown} */
                            reason: "gone" | "failing";
                        } | null;
                        /**
                         * @description What receivers verify messages by (Standard Webhooks). No other answer has it.
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                         * @description UTC, to the millisecond.
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                     * @description https://, at a public address; no user, password or fragment.
                     * @example https://hooks.example/anchorlog
                     */
                    url?: string;
                    /**
                     * @description Of what it is told; `*` of everything.
                     * @example [
                     *       "object.transfer"
                     *     ]
                     */
                    events?: components["schemas"]["WebhookEvent"][];
                    /** @description Whether it is delivered to; true by default in POST and PUT. Events are kept. */
                    active?: boolean;
                    /** @description Makes a new secret; the one before signs beside it for 24 hours. */
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
                         * @description https://, at a public address; no user, password or fragment.
                         * @example https://hooks.example/anchorlog
                         */
                        url: string;
                        /**
                         * @description Of what it is told; `*` of everything.
                         * @example [
                         *       "object.transfer"
                         *     ]
                         */
                        events: components["schemas"]["WebhookEvent"][];
                        active: boolean;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        updated_at: string;
                        /** @description When the first try failed since one succeeded. */
                        failing_since: string | null;
                        /** @description Why the server delivers no more, until PUT or PATCH: its receiver answered 410, or took nothing for 5 days. */
                        disabled: {
                            /**
                             * Format: date-time
                             * @description UTC, to the millisecond.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            at: string;
                            /** @enum {unknown} */
                            reason: "gone" | "failing";
                        } | null;
                        /**
                         * @description What receivers verify messages by (Standard Webhooks). No other answer has it.
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
                /** @description For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at. */
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
                     * @description UTC, to the millisecond.
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
                         * @description UTC, to the millisecond.
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        since?: string;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond.
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
                /** @description The cursor that the page before gave. */
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
                        /** @description The cursor of the next page; null at the end. */
                        next: string | null;
                        has_more: boolean;
                    };
                };
            };
        };
    };
}
