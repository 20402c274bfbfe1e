export const metadata = { title: "Tickets" };

const font = { font: "16px/1.5 system-ui, sans-serif", overflowWrap: "anywhere" };

export default ({ children }) => (
  <html lang="en" style={{ colorScheme: "light dark" }}>
    <body style={{ ...font, maxWidth: "40rem", margin: "auto", padding: "1rem" }}>{children}</body>
  </html>
);
