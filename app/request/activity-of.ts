/**
 * What 'Your activity' shows for each call that changes something (docs/domain.md, Activity).
 * Other calls, e.g. marking a notification as read, are left out.
 */
export const activityOf: Readonly<Partial<Record<string, string>>> = {
  "PUT Contact/EditCurrentContact/": "Own details saved",
  "POST Contact/Create": "Contact added",
  "PUT Contact/Edit/": "Contact saved",
  "POST Address/Create/": "Location added",
  "PUT Address/Edit/": "Location saved",
  "PUT Notification/MarkAsArchived": "Notification archived",
  "PUT Notification/MarkAsUnArchived": "Notification taken out of the archive",
  "POST Quote/PostQuoteQuestion": "Message about a quote sent",
  "POST Payment/BeginPaymentTransaction": "Card payment started",
  "POST Payment/CompletePaymentTransaction": "Card payment recorded",
  "POST DirectDebit/Create": "Direct Debit set up",
  "PUT DirectDebit/Edit": "Direct Debit changed",
  "POST DirectDebit/LogDirectDebitLetterDownloadEvent": "Direct Debit letter downloaded",
  "POST SupportTicket/Create": "Ticket logged",
  "PUT SupportTicket/Edit": "Ticket updated",
  "PUT {clientId}/{kind}/{id}/{container}/{fileName}?comp=blocklist": "File uploaded",
  "POST FttpAvailabilityCheck/CreateLead": "Callback about fibre requested",
  "POST LineFault/LineFaultCheck": "Line test started",
  "PUT LineFault/AcknowledgeAcceptance": "Answers about line checks and engineer charges saved",
  "POST LineFault/TroubleReport/{checkId}": "Line fault reported",
};
