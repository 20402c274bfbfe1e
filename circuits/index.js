/** Getters with literal URLs: `@vercel/nft` finds no other form. */
export const CIRCUITS = {
  disclosure: {
    get wasm() {
      return new URL("./artifacts/disclosure.wasm", import.meta.url);
    },
    get zkey() {
      return new URL("./artifacts/disclosure.zkey", import.meta.url);
    },
    get packed() {
      return new URL("./dist/disclosure.keys.gz", import.meta.url);
    },
    get page() {
      return new URL("./dist/prove.html", import.meta.url);
    },
  },
  order: {
    get wasm() {
      return new URL("./artifacts/order.wasm", import.meta.url);
    },
    get zkey() {
      return new URL("./artifacts/order.zkey", import.meta.url);
    },
  },
  absence: {
    get wasm() {
      return new URL("./artifacts/absence.wasm", import.meta.url);
    },
    get zkey() {
      return new URL("./artifacts/absence.zkey", import.meta.url);
    },
  },
};
