import { callRecords } from "#provider/invoices/call-records.ts";
import type { FiledInvoice } from "./filed-invoice.ts";

const header = ["Date", "Time", "From", "To", "Destination", "Duration (s)", "Cost (GBP)"];

/** The itemised calls of an invoice, RFC 4180, oldest first; their costs add up to the invoice's line for calls. */
export function callsCsv({ files, issuedAt }: FiledInvoice): string {
  const rows = callRecords(files.calls ?? 0, issuedAt).map((call) => {
    const [date = "", time = ""] = new Date(call.startedAt).toISOString().split(/[T.]/);
    const cost = (call.costPence / 100).toFixed(2);
    return [date, time, call.from, call.to, call.destination, String(call.seconds), cost];
  });
  return [header, ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}
