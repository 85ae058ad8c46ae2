import { integer, variable } from "#server/config-variable.ts";

/** How many and how large files a form may have, and when an upload is repeated. */
export const uploadVariables = {
  uploadFiles: variable("UPLOAD_FILES", integer(1, 100), "Files that a form may bring at once.", {
    fallback: "10",
  }),
  uploadFileMb: variable("UPLOAD_FILE_MB", integer(1, 1_000), "Megabytes that a file may have.", {
    fallback: "25",
  }),
  uploadTotalMb: variable(
    "UPLOAD_TOTAL_MB",
    integer(1, 10_000),
    "Megabytes that the files of a form may have together.",
    { fallback: "100" },
  ),
  uploadRetryMs: variable(
    "UPLOAD_RETRY_MS",
    integer(0, 5_000),
    "Milliseconds before a part of a file is sent again; twice as many, 5,000 at most, before the third try.",
    { fallback: "3000" },
  ),
} as const;
