/** Pages that people open often, by the measures' names for them. */
export const pages = {
  "sign-in": "/login",
  dashboard: "/dashboard",
  invoices: "/invoices",
  pay: "/invoices/make-a-payment",
  "contact form": "/account/contacts/new",
  ticket: "/tickets/7",
} as const;
