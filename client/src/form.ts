/** A form with one file. */
import { toHex } from "anchorlog/action";
import { hashLeaf } from "anchorlog/merkle";

/** The same from the same file and name, so that what was signed can be sent again. */
export async function formOf(
  file: Blob,
  name: string,
): Promise<{ readonly contentType: string; readonly content: Blob }> {
  // No file has its own hash in it.
  const boundary = toHex(hashLeaf(new Uint8Array(await file.arrayBuffer()))).slice(2);
  const type = file.type === "" ? "application/octet-stream" : file.type;
  const head = `Content-Disposition: form-data; name="file"; filename="${escaped(name)}"\r\nContent-Type: ${type}`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    content: new Blob([`--${boundary}\r\n${head}\r\n\r\n`, file, `\r\n--${boundary}--\r\n`]),
  };
}

/** As browsers write it. */
const escaped = (name: string): string => name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
