import { canOpen, type Offered } from "#app/areas/shell/navigation.ts";
import type { IconName } from "#app/ui/icons/names.ts";
import { paths } from "#shared/paths.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import type { RoleHolder } from "#shared/roles.ts";

const shortcuts: readonly { title: string; to: string; icon: IconName; role?: RoleName }[] = [
  { title: "Invoices", to: paths.invoices(), icon: "receipt-text", role: "Orders" },
  { title: "Tickets", to: paths.tickets(), icon: "life-buoy", role: "Support" },
  { title: "Make a payment", to: paths.makePayment(), icon: "credit-card", role: "Orders" },
  { title: "Setup Direct Debit", to: paths.directDebitNew(), icon: "landmark", role: "Orders" },
  { title: "Manage Direct Debits", to: paths.directDebits(), icon: "landmark", role: "Orders" },
  { title: "Subscriptions", to: paths.subscriptions(), icon: "package", role: "Contracts" },
  { title: "Quotes", to: paths.quotes(), icon: "file-text", role: "Quotes" },
  { title: "Returns", to: paths.returns(), icon: "undo-2", role: "Returns" },
  { title: "Add New Contact", to: paths.contactNew(), icon: "user-plus", role: "MyPortal Admin" },
  { title: "Who can do what", to: paths.contactRoles(), icon: "shield-check", role: "MyPortal Admin" },
  { title: "Run a Line Test", to: paths.lineFaults(), icon: "activity" },
  { title: "FTTP Availability Checker", to: paths.availabilityChecker(), icon: "gauge" },
];

export const shortcutsFor = (user: RoleHolder, clientId: string, context: Offered) =>
  shortcuts.filter((shortcut) => canOpen(shortcut, user, clientId, context));
