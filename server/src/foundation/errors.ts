/** An error in the configuration, the environment or the server itself, with its cause and a suggested remedy. */
export class ServerError extends Error {
  readonly code: string;
  readonly fix: string | undefined;

  constructor(code: string, message: string, options: { readonly fix?: string; readonly cause?: unknown } = {}) {
    super(options.fix === undefined ? message : `${message}: ${options.fix}`, { cause: options.cause });
    this.name = "ServerError";
    this.code = code;
    this.fix = options.fix;
  }
}
