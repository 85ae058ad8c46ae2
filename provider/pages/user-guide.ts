import { brand } from "#provider/identity/look.ts";
import { pdf, type PdfPage } from "./pdf.ts";

const pages: readonly PdfPage[] = [
  {
    heading: "Customer Portal: user guide",
    lines: [
      `Welcome to the Customer Portal of ${brand}.`,
      "",
      "1. Signing in",
      "Open the portal and choose 'Click here to proceed'. Enter the e-mail address and the",
      "password of your account. Forgotten it? Choose 'Forgot your password?' there.",
      "",
      "2. Choosing an account",
      "If you act for several accounts, choose one and press Continue. You can switch at any",
      "time: open the account menu at the top and choose 'Switch Accounts'.",
      "",
      "3. The dashboard",
      "Your latest tickets and notifications, our news, and shortcuts to what you use most.",
    ],
  },
  {
    heading: "Day to day",
    lines: [
      "4. Notifications",
      "The bell shows how many are unread. Notifications are archived automatically after",
      "30 days; change the status filter to see them.",
      "",
      "5. What you may see",
      "Your administrator decides which parts of the portal you can use. If something is",
      "missing, ask your administrator or contact the help desk.",
      "",
      "6. Signing out",
      "Open the account menu and choose Logout, above all on a shared computer.",
    ],
  },
];

/** The user guide behind 'New to the Portal'. */
export function userGuide(): Buffer {
  return pdf("Customer Portal: user guide", pages);
}
