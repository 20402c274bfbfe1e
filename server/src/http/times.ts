/** Times that requests give. */
import { badRequest } from "./errors.ts";

/** @returns Unix milliseconds. @throws ApiError 400 `bad_time` if the time does not exist, for example an hour 25. */
export function readTime(field: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw badRequest(field, "bad_time", `${field} is not a time`);
  return time;
}
