/** Next.js bundles what a server imports. The WebAssembly and threads of anchorlog need its own files. */
export default { serverExternalPackages: ["anchorlog"] };
