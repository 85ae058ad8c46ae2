import { ink, letterhead, makePdf, sheet } from "#provider/files/pdf-document.ts";
import { brand } from "#provider/identity/look.ts";

const title = "Customer Portal: user guide";
const intro = `Welcome to the Customer Portal of ${brand}.`;

const sections: readonly (readonly [string, string])[] = [
  [
    "1. Signing in",
    "Open the portal and choose 'Click here to proceed'. Enter the e-mail address and the password of your account. Forgotten it? Choose 'Forgot your password?' there.",
  ],
  [
    "2. Choosing an account",
    "If you act for several accounts, choose one and press Continue. You can switch at any time: open the account menu at the top and choose 'Switch Accounts'.",
  ],
  [
    "3. The dashboard",
    "Your latest tickets and notifications, our news, and shortcuts to what you use most.",
  ],
  [
    "4. Notifications",
    "The bell shows how many are unread. Notifications are archived automatically after 30 days; change the status filter to see them.",
  ],
  [
    "5. What you may see",
    "Your administrator decides which parts of the portal you can use. If something is missing, ask your administrator or contact the help desk.",
  ],
  ["6. Signing out", "Open the account menu and choose Logout, above all on a shared computer."],
];

/** The user guide behind 'New to the Portal'. */
export function userGuide(): Promise<Buffer> {
  return makePdf({ title, date: new Date("2026-01-05T09:00:00Z") }, (pdf) => {
    letterhead(pdf, "User guide");
    pdf.font("Helvetica").fontSize(12).fillColor(ink.text).text(intro, sheet.left, 120);
    for (const [heading, text] of sections) {
      pdf.moveDown().font("Helvetica-Bold").text(heading);
      pdf.font("Helvetica").text(text, { width: sheet.width, lineGap: 2 });
    }
  });
}
