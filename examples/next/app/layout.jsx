export const metadata = { title: "Tickets" };

export default ({ children }) => (
  <html lang="en">
    <body>{children}</body>
  </html>
);
