/** Builds a form with one file. */
import { toHex } from "anchorlog/action";
import { hashLeaf } from "anchorlog/crypto/merkle";

/** The same file and name give the same form, so that a signed request can be sent again. */
export async function formOf(
  file: Blob,
  name: string,
): Promise<{ readonly contentType: string; readonly content: Blob }> {
  // No file can contain its own hash, so this boundary never occurs in it.
  const boundary = toHex(hashLeaf(new Uint8Array(await file.arrayBuffer()))).slice(2);
  const type = file.type === "" ? "application/octet-stream" : file.type;
  const head = `Content-Disposition: form-data; name="file"; filename="${escaped(name)}"\r\nContent-Type: ${type}`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    content: new Blob([`--${boundary}\r\n${head}\r\n\r\n`, file, `\r\n--${boundary}--\r\n`]),
  };
}

/** Escapes a name as browsers do. */
const escaped = (name: string): string => name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
