import { integer, variable } from "#server/config-variable.ts";

/** How many files a form may have, how large they may be, and when an upload is repeated. */
export const uploadVariables = {
  uploadFiles: variable("UPLOAD_FILES", integer(1, 100), {
    about: "Maximum number of files on a form.",
    defaultValue: "10",
  }),
  uploadFileMb: variable("UPLOAD_FILE_MB", integer(1, 1_000), {
    about: "Maximum size of each file, in MB.",
    defaultValue: "25",
  }),
  uploadTotalMb: variable("UPLOAD_TOTAL_MB", integer(1, 10_000), {
    about: "Maximum total size of a form's files, in MB.",
    defaultValue: "100",
  }),
  uploadRetryMs: variable("UPLOAD_RETRY_MS", integer(0, 5_000), {
    about:
      "Milliseconds to wait before sending part of a file again; twice as long before the third try, up to 5,000.",
    defaultValue: "3000",
  }),
} as const;
