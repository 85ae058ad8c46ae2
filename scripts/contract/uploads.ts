const text = { type: "string" } as const;
const inPath = (name: string, description: string) => ({
  ...{ name, in: "path", required: true, schema: text, description },
});
const blockIds = ["MDAwMDAw", "MDAwMDAx"];
const list = blockIds.map((id) => `<Latest>${id}</Latest>`).join("");

/** Put Block and Put Block List of Azure's block blobs, as far as the portal uses them: one path, told apart by `comp`. */
export const uploadPaths = {
  "/{clientId}/{kind}/{id}/{container}/{fileName}": {
    servers: [
      {
        url: "{base}",
        variables: { base: { default: "https://service.example", description: "UPLOADS_URL" } },
      },
    ],
    put: {
      operationId: "putBlob",
      tags: ["UPLOADS_URL"],
      summary: "Sends a block of a file, or makes the file of its blocks.",
      description:
        "A file goes up in blocks of 256 KiB, of 4 MiB where it has more than 32 MiB, one after the other; then comes the list of them, and only then is it a file. Each request is tried three times: after a network fault, 408, 429 and from 500 on. Any answer under 400 is a success. Blocks without a list may be forgotten.",
      parameters: [
        { $ref: "#/components/parameters/ClientId" },
        { $ref: "#/components/parameters/RequestId" },
        inPath("clientId", "As X-Client-Id; another account's is refused."),
        inPath("kind", "`Support`: a ticket."),
        inPath("id", "The ticket's number."),
        inPath("container", "The moment of sending as digits, so that files of one name don't meet."),
        inPath(
          "fileName",
          "As the person named it, percent-encoded: a plain name of at most 255 characters.",
        ),
        {
          ...{ name: "comp", in: "query", required: true },
          schema: { type: "string", enum: ["block", "blocklist"] },
        },
        {
          ...{ name: "blockid", in: "query", required: false, schema: text, example: blockIds[0] },
          description: "With comp=block: base64, of one length for all blocks of a file.",
        },
        { name: "x-ms-version", in: "header", required: true, schema: text, example: "2021-12-02" },
        {
          ...{ name: "x-ms-blob-content-type", in: "header", required: false, schema: text },
          ...{ example: "application/pdf", description: "With comp=blocklist: the file's type." },
        },
      ],
      requestBody: {
        required: true,
        content: {
          "application/octet-stream": { schema: { type: "string", format: "binary" } },
          "application/xml": {
            schema: { type: "string", description: "The ids of the blocks in their order." },
            example: `<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`,
          },
        },
      },
      responses: {
        "201": { description: "The block is kept, or the file is there." },
        "400": {
          description:
            "An id that is no base64 or of another length, an empty block, or a list with a block that was not sent. The person is told that the file was not sent.",
          content: { "text/plain": { schema: text, example: "InvalidBlockList" } },
        },
        "401": { $ref: "#/components/responses/Unauthorised" },
        "403": { $ref: "#/components/responses/Forbidden" },
        "404": { $ref: "#/components/responses/NotFound" },
        "409": { description: "The file is being changed by another." },
        "413": { description: "The block is too large." },
        default: { $ref: "#/components/responses/Failed" },
      },
    },
  },
};
