import type { DatabaseSync } from "node:sqlite";
import express, { type Router } from "express";
import {
  horizontalRule,
  letterhead,
  longDate,
  makePdf,
  sheet,
  textBlock,
  type Pdf,
} from "#provider/files/pdf-document.ts";
import { sendFile } from "#provider/files/send-file.ts";
import { brand } from "#provider/identity/page-layout.ts";
import documents from "#provider/pages/documents.json" with { type: "json" };
import { asyncHandler, authoriseCaller, requireKey, type ServiceOptions } from "#provider/portal-api/api.ts";
import { forbidden, notFound } from "#provider/portal-api/refusal.ts";
import type { Row } from "#provider/store/store.ts";
import { directDebitTable } from "./save-direct-debit.ts";

const { guarantee, blanks } = documents.directDebit;

/** The files service's `DirectDebitLetter/{clientId}/{sageAccountNumber}`, for GET and HEAD. */
export function letterRoutes({ db, apiKey, identify }: ServiceOptions): Router {
  const router = express.Router();
  router.use(requireKey(apiKey));
  router.get(
    "/DirectDebitLetter/:clientId/:number",
    asyncHandler(async (request, response) => {
      const { clientId } = await authoriseCaller(request, "Orders", identify);
      if (clientId !== request.params.clientId) throw forbidden();
      const row = db
        .prepare(`SELECT * FROM ${directDebitTable} WHERE client_id = ? AND number = ?`)
        .get(clientId, request.params.number ?? "");
      if (!row || row.letter === "none") throw notFound();
      const fault = row.letter === "failing" ? "failing" : undefined;
      await sendFile(request, response, "application/pdf", () => letterPdf(db, row), fault);
    }),
  );
  return router;
}

/** The logged letter downloads, newest first. */
export function letterEvents(db: DatabaseSync): readonly Row[] {
  return db
    .prepare(
      `SELECT number, direct_debit_events.* FROM direct_debit_events JOIN direct_debits USING (direct_debit_id)
         JOIN sage_accounts USING (link_id) ORDER BY event_id DESC LIMIT 20`,
    )
    .all();
}

/** The confirmation letter, which only shows the account's last four digits. Always the same bytes. */
export function letterPdf(db: DatabaseSync, row: Row): Promise<Buffer> {
  const client = db.prepare("SELECT name FROM accounts WHERE client_id = ?").get(row.client_id!);
  const createdAt = Number(row.created_at);
  const title = `Direct Debit confirmation ${String(row.number)}`;
  return makePdf({ title, date: new Date(createdAt) }, (pdf) => {
    letterhead(pdf, "Direct Debit");
    textBlock(pdf, "For", [String(client?.name), `Account ${String(row.number)}`], sheet.left, 116);
    const details = [
      `Date: ${longDate.format(createdAt)}`,
      `Reference: ${String(row.reference)}`,
      `Name: ${String(row.bank_account_name)}`,
      `Account number: ****${String(row.bank_account_number).slice(-4)}`,
    ];
    textBlock(pdf, "Your Direct Debit", details, 300, 116, 239);
    drawGuarantee(pdf, 220);
  });
}

function drawGuarantee(pdf: Pdf, y: number): void {
  horizontalRule(pdf, y);
  textBlock(
    pdf,
    "The Direct Debit Guarantee",
    guarantee.map((text) => `• ${text}`),
    sheet.left,
    y + 16,
    sheet.width,
  );
}

/** The paper instruction, to be filled in by hand; wholesale customers have their own. */
export function mandatePdf(kind: "default" | "wholesale"): Promise<Buffer> {
  const title = kind === "wholesale" ? "Direct Debit instruction (wholesale)" : "Direct Debit instruction";
  return makePdf({ title, date: new Date("2026-01-05T09:00:00Z") }, (pdf) => {
    letterhead(pdf, "Direct Debit");
    const text = `Instruction to your bank or building society to pay by Direct Debit${kind === "wholesale" ? ", for wholesale customers" : ""}. Please fill in the whole form and send it to ${brand}, Larkfield House, 1 Meadow Park, Harrogate, HG1 5LT.`;
    textBlock(pdf, title, [text], sheet.left, 116, sheet.width);
    for (const [index, label] of blanks.entries()) {
      textBlock(pdf, label, [], sheet.left, 180 + index * 44, sheet.width);
      horizontalRule(pdf, 212 + index * 44);
    }
    drawGuarantee(pdf, 510);
  });
}
