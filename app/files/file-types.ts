interface FileType {
  readonly contentType: string;
  /** Matches the file's first bytes, decoded as Latin-1. */
  readonly signature: RegExp;
}

const type = (contentType: string, signature: RegExp): FileType => ({ contentType, signature });

const zip = /^PK\x03\x04/;
const oleCompound = /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/;
/** Text has no zero bytes, unless a byte order mark says that it is UTF-16. */
const text = /^(?:\xff\xfe|\xfe\xff|[^\0]*$)/;
const quickTimeContainer = /^.{4}(?:ftyp|moov|wide|mdat)/s;
const office = "application/vnd.openxmlformats-officedocument";

/** Accepted types by extension: nothing that a browser or a double click would run. */
const fileTypes: Readonly<Record<string, FileType>> = {
  pdf: type("application/pdf", /%PDF-/),
  png: type("image/png", /^\x89PNG\r\n\x1a\n/),
  jpg: type("image/jpeg", /^\xff\xd8\xff/),
  jpeg: type("image/jpeg", /^\xff\xd8\xff/),
  gif: type("image/gif", /^GIF8[79]a/),
  webp: type("image/webp", /^RIFF.{4}WEBP/s),
  heic: type("image/heic", /^.{4}ftyp/s),
  tif: type("image/tiff", /^(?:II\*\0|MM\0\*)/),
  tiff: type("image/tiff", /^(?:II\*\0|MM\0\*)/),
  doc: type("application/msword", oleCompound),
  xls: type("application/vnd.ms-excel", oleCompound),
  ppt: type("application/vnd.ms-powerpoint", oleCompound),
  msg: type("application/vnd.ms-outlook", oleCompound),
  docx: type(`${office}.wordprocessingml.document`, zip),
  xlsx: type(`${office}.spreadsheetml.sheet`, zip),
  pptx: type(`${office}.presentationml.presentation`, zip),
  odt: type("application/vnd.oasis.opendocument.text", zip),
  ods: type("application/vnd.oasis.opendocument.spreadsheet", zip),
  rtf: type("application/rtf", /^\{\\rtf/),
  txt: type("text/plain", text),
  log: type("text/plain", text),
  csv: type("text/csv", text),
  eml: type("message/rfc822", text),
  zip: type("application/zip", /^PK(?:\x03\x04|\x05\x06)/),
  mp3: type("audio/mpeg", /^(?:ID3|\xff[\xe0-\xff])/),
  wav: type("audio/wav", /^RIFF.{4}WAVE/s),
  m4a: type("audio/mp4", quickTimeContainer),
  mp4: type("video/mp4", quickTimeContainer),
  mov: type("video/quicktime", quickTimeContainer),
};

export const extensions = Object.keys(fileTypes);

export const ACCEPTED_TYPES = "PDF, Office documents, pictures, text, e-mail, ZIP, sound and video";

export function fileTypeOf(name: string): FileType | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(fileTypes, extension) ? fileTypes[extension] : undefined;
}

const HEAD_BYTES = 1_024;

export function isOfType({ signature }: FileType, start: Uint8Array): boolean {
  return signature.test(String.fromCharCode(...start.subarray(0, HEAD_BYTES)));
}
