/** The address of the documentation's site, for example `https://docs.example/anchorlog/`, or empty if it has none. */
export const SITE = "";

/** Returns the line that leads to an error's code on the site, or an empty text if there is no site. */
export const seeCode = (code: string, site = SITE): string => (site === "" ? "" : `\nSee ${site}errors.html#${code}`);
