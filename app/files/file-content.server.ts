import { KB } from "#app/limits.ts";
import { acceptedExtension, extensions, type Extension } from "./file-types.ts";

interface FileType {
  readonly contentType: string;
  /** Matches the first bytes of a file with this extension, decoded as Latin-1. */
  readonly signature: RegExp;
  /** Matches no other type's files, whatever their extension. */
  readonly proof?: RegExp;
}

const type = (contentType: string, signature: RegExp, proof?: RegExp): FileType => ({
  contentType,
  signature,
  proof,
});
/** A type whose signature is proof enough. */
const clear = (contentType: string, signature: RegExp) => type(contentType, signature, signature);

const zip = /^PK(?:\x03\x04|\x05\x06)/;
/** Office locks a document with a password into such a container, whatever its extension. */
const officeFile = /^(?:PK\x03\x04|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1)/;
/** An old Office file with a stream whose name begins so. */
const oleWith = (name: string) => new RegExp(`^\xd0\xcf\x11\xe0.*${[...name].join("\\0")}\\0`, "s");
/** Text has no zero bytes, unless a byte order mark says that it is UTF-16. */
const text = /^(?:\xff\xfe|\xfe\xff|[^\0]*$)/;
const heif = /^.{4}ftyp(?:hei|hev|mif1|msf1)/s;
const quickTimeContainer = /^.{4}(?:ftyp(?!hei|hev|mif1|msf1)|moov|wide|mdat)/s;
const openXml = "application/vnd.openxmlformats-officedocument";
const openDocument = "application/vnd.oasis.opendocument";

const fileTypes: Readonly<Record<Extension, FileType>> = {
  pdf: type("application/pdf", /%PDF-/, /^%PDF-/),
  png: clear("image/png", /^\x89PNG\r\n\x1a\n/),
  jpg: clear("image/jpeg", /^\xff\xd8\xff/),
  jpeg: clear("image/jpeg", /^\xff\xd8\xff/),
  jfif: clear("image/jpeg", /^\xff\xd8\xff/),
  gif: clear("image/gif", /^GIF8[79]a/),
  webp: clear("image/webp", /^RIFF.{4}WEBP/s),
  bmp: clear("image/bmp", /^BM.{4}\0{4}/s),
  heic: clear("image/heic", heif),
  heif: clear("image/heif", heif),
  tif: clear("image/tiff", /^(?:II\*\0|MM\0\*)/),
  tiff: clear("image/tiff", /^(?:II\*\0|MM\0\*)/),
  doc: type("application/msword", officeFile, oleWith("WordDocument")),
  xls: type("application/vnd.ms-excel", officeFile, oleWith("Workbook")),
  ppt: type("application/vnd.ms-powerpoint", officeFile, oleWith("PowerPoint")),
  msg: type("application/vnd.ms-outlook", officeFile, oleWith("__substg1.0")),
  docx: type(`${openXml}.wordprocessingml.document`, officeFile, /^PK\x03\x04.*word\//s),
  xlsx: type(`${openXml}.spreadsheetml.sheet`, officeFile, /^PK\x03\x04.*xl\//s),
  pptx: type(`${openXml}.presentationml.presentation`, officeFile, /^PK\x03\x04.*ppt\//s),
  odt: type(`${openDocument}.text`, zip, /^PK\x03\x04.{26}mimetype\S+\.opendocument\.text/s),
  ods: type(`${openDocument}.spreadsheet`, zip, /^PK\x03\x04.{26}mimetype\S+\.opendocument\.spreadsheet/s),
  rtf: clear("application/rtf", /^\{\\rtf/),
  txt: type("text/plain", text),
  log: type("text/plain", text),
  csv: type("text/csv", text),
  eml: type("message/rfc822", text),
  zip: clear("application/zip", zip),
  mp3: type("audio/mpeg", /^(?:ID3|\xff[\xe0-\xff])/, /^ID3[\x02-\x04]/),
  wav: clear("audio/wav", /^RIFF.{4}WAVE/s),
  m4a: type("audio/mp4", quickTimeContainer, /^.{4}ftypM4[AB]/s),
  mov: type("video/quicktime", quickTimeContainer, /^.{4}(?:ftypqt|moov|wide)/s),
  mp4: clear("video/mp4", quickTimeContainer),
};

/** Undefined for a name whose type isn't taken. */
export function contentTypeOf(name: string): string | undefined {
  const extension = acceptedExtension(name);
  return extension && fileTypes[extension].contentType;
}

const HEAD_BYTES = 1_024;
/** Names of parts stand behind the beginning of an Office file. */
const PROOF_BYTES = 256 * KB;

/** The name, with another extension if the content is of another accepted type; undefined if it is of none. */
export function nameByContent(name: string, start: Uint8Array): string | undefined {
  const head = Buffer.from(start.subarray(0, PROOF_BYTES)).toString("latin1");
  const extension = acceptedExtension(name);
  const named = extension && fileTypes[extension];
  const isNamed = named?.signature.test(head.slice(0, HEAD_BYTES));
  // Much passes for text, such as RTF.
  if (isNamed && named?.signature !== text) return name;
  const real = extensions.find((one) => fileTypes[one].proof?.test(head));
  return real ? name.slice(0, name.lastIndexOf(".") + 1) + real : isNamed ? name : undefined;
}
