/** Accepted types: nothing that a browser or a double click would run. */
export const extensions = [
  ...(["pdf", "png", "jpg", "jpeg", "jfif", "gif", "webp", "bmp", "heic", "heif", "tif", "tiff"] as const),
  ...(["doc", "xls", "ppt", "msg", "docx", "xlsx", "pptx", "odt", "ods", "rtf"] as const),
  ...(["txt", "log", "csv", "eml", "zip", "mp3", "wav", "m4a", "mov", "mp4"] as const),
];
export type Extension = (typeof extensions)[number];

export const ACCEPTED_TYPES = "PDF, Office documents, pictures, text, email, ZIP, audio and video";

/** The name's extension, if it's an accepted one. */
export function acceptedExtension(name: string): Extension | undefined {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return name.includes(".") ? extensions.find((extension) => extension === ending) : undefined;
}
