interface RareCase {
  readonly title: string;
  readonly how: string;
  readonly shows: string;
}

/** Cases that are there without a switch, by whom you sign in as or what you open. docs/scenarios.md lists them. */
export const rareCases: readonly RareCase[] = [
  {
    title: "Hostile markup in a notification",
    how: "Sign in as Anna, open Notifications, look for 'Cabinet upgrade'.",
    shows:
      "The subject holds an image with a script, the message a script link and a style: none may run or show.",
  },
  {
    title: "A long list of account numbers",
    how: "Sign in as Anna, choose Harbour & Pine Ltd, open the account menu.",
    shows: "Seven account numbers, so the list is collapsible.",
  },
  {
    title: "Nothing there yet",
    how: "Sign in as Dev, choose Copperfield Academy Trust.",
    shows: "The empty states of tickets and notifications.",
  },
  {
    title: "Roles, but no account",
    how: "Sign in as Otto.",
    shows: "Choose Account finds no accounts and says how to be verified.",
  },
  {
    title: "Old notifications",
    how: "Sign in as Anna, open Notifications and filter by Archived.",
    shows: "What is 30 days old has been archived by itself; un-archiving starts the 30 days anew.",
  },
  {
    title: "A token that was signed out",
    how: "Call the portal API with a token after POST /logout with it.",
    shows: "401, and its live connections close.",
  },
  {
    title: "A contact that only employees may change",
    how: "As Anna, open the contact Marta Managed or Piers Proctor.",
    shows: "E-mail and roles are read-only. As Ella they are not.",
  },
  {
    title: "Hidden roles",
    how: "As Anna, open Hal Hiddenroles or Tess Daley.",
    shows: "Roles that no checkbox shows stay in the sum.",
  },
  {
    title: "States of a login account",
    how: "As Anna, open Greta Newcombe, Vera Waiting, Luca Shutt or Hugo Fresh.",
    shows: "The banners Not registered, Not validated, Locked and New.",
  },
  {
    title: "Data older than the rules",
    how: "As Anna, open Len Legacy and save.",
    shows: "His telephone and mobile break rules until they are mended.",
  },
  {
    title: "The last administrator",
    how: "As Anna at Harbour & Pine Ltd, take MyPortal Admin from her own contact.",
    shows: "A warning first. In the Retail account there is a second administrator.",
  },
  {
    title: "No marketing at all",
    how: "As Ben, open Account Details.",
    shows: "The marketing warning.",
  },
  {
    title: "Rare invoices",
    how: "Sign in as Anna, open Invoices, search for 'Being paid', 'Part paid', 'Credit', 'Hostile lines', 'Truncated files' …",
    shows: "One case each, named by its order number; docs/scenarios.md lists them all.",
  },
  {
    title: "Rare subscriptions, quotes and returns",
    how: "As Anna, search their lists for 'Five versions', 'Expires while you read it', 'Forty keycodes', 'Hostile', 'A file that is gone' …",
    shows: "One case each, named by its notes, details or description; docs/scenarios.md lists them all.",
  },
  {
    title: "Rare tickets",
    how: "As Anna, search Tickets for 'Two hundred notes', 'Hostile ticket', 'Long words', 'Nobody and nowhere' …",
    shows: "One case each, named by its summary; docs/scenarios.md lists them all.",
  },
  {
    title: "Rare direct debits",
    how: "Save one with 'Conflict', 'Lost', 'Slow' or 'No letter' as the name on the account, or check sort code 999998.",
    shows: "What a mandate, its letter and the bank check may meet; docs/scenarios.md lists them all.",
  },
  {
    title: "Rare fibre checks",
    how: "Search the availability checker for YO99 0AA, YO99 1AA, YO99 3AA …, or choose an address of YO99 9AA.",
    shows: "What the two gateways may answer; docs/scenarios.md lists them all.",
  },
  {
    title: "A devices shop that lets nobody in",
    how: "As Anna at Harbour & Pine (Retail) Ltd, open Devices Shop.",
    shows: "Validation messages in place of the shop.",
  },
  {
    title: "Line tests",
    how: "Run a line test of 01947 600 and three more digits, such as 100, 200 or 500.",
    shows: "The last three digits say what becomes of it; docs/scenarios.md lists them all.",
  },
  {
    title: "Rare card payments",
    how: "Pay with 'Warning', 'Pending', 'Conflict', 'Lost', 'Slow' or 'Error500' as the cardholder's surname.",
    shows: "What a payment may meet at the portal API; the card page has a button for the rest.",
  },
];
