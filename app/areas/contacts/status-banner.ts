const banners: Readonly<Record<string, string>> = {
  "Not registered": "This contact has not registered to log in to the Customer Portal.",
  "Not validated":
    "This contact's account has not been validated. Tick 'Validate account' and save to give access to the Customer Portal.",
  Locked:
    "This contact's account has been locked out. Untick 'Account locked out' and save to reinstate access to the Customer Portal.",
  New: "This contact has registered but has never logged in to the Customer Portal.",
};

/** What the form says of the login account; undefined for 'Active' and for none. */
export function statusBanner(status: string | null | undefined): string | undefined {
  const wanted = (status ?? "").trim().toLowerCase();
  return Object.entries(banners).find(([name]) => name.toLowerCase() === wanted)?.[1];
}
