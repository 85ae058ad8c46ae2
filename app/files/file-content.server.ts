import { KB } from "#shared/limits.ts";
import { acceptedExtension, extensions, type Extension } from "./file-types.ts";

/** `signature` matches the first bytes of a file with this extension, as Latin-1; `proof` matches only this type (true: the signature does). */
type FileType = readonly [contentType: string, signature: RegExp, proof?: RegExp | true];

const zip = /^PK(?:\x03\x04|\x05\x06)/;
/** Office puts a document with a password into such a container, whatever its extension. */
const officeFile = /^(?:PK\x03\x04|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1)/;
/** An old Office file with a stream whose name starts like this. */
const oleWith = (name: string) => new RegExp(`^\xd0\xcf\x11\xe0.*${[...name].join("\\0")}\\0`, "s");
/** Text has no zero bytes, unless a byte order mark says that it's UTF-16. */
const text = /^(?:\xff\xfe|\xfe\xff|[^\0]*$)/;
const heif = /^.{4}ftyp(?:hei|hev|mif1|msf1)/s;
const quickTimeContainer = /^.{4}(?:ftyp(?!hei|hev|mif1|msf1)|moov|wide|mdat)/s;
const openXml = "application/vnd.openxmlformats-officedocument";
const openDocument = "application/vnd.oasis.opendocument";

const fileTypes: Readonly<Record<Extension, FileType>> = {
  pdf: ["application/pdf", /%PDF-/, /^%PDF-/],
  png: ["image/png", /^\x89PNG\r\n\x1a\n/, true],
  jpg: ["image/jpeg", /^\xff\xd8\xff/, true],
  jpeg: ["image/jpeg", /^\xff\xd8\xff/, true],
  jfif: ["image/jpeg", /^\xff\xd8\xff/, true],
  gif: ["image/gif", /^GIF8[79]a/, true],
  webp: ["image/webp", /^RIFF.{4}WEBP/s, true],
  bmp: ["image/bmp", /^BM.{4}\0{4}/s, true],
  heic: ["image/heic", heif, true],
  heif: ["image/heif", heif, true],
  tif: ["image/tiff", /^(?:II\*\0|MM\0\*)/, true],
  tiff: ["image/tiff", /^(?:II\*\0|MM\0\*)/, true],
  doc: ["application/msword", officeFile, oleWith("WordDocument")],
  xls: ["application/vnd.ms-excel", officeFile, oleWith("Workbook")],
  ppt: ["application/vnd.ms-powerpoint", officeFile, oleWith("PowerPoint")],
  msg: ["application/vnd.ms-outlook", officeFile, oleWith("__substg1.0")],
  docx: [`${openXml}.wordprocessingml.document`, officeFile, /^PK\x03\x04.*word\//s],
  xlsx: [`${openXml}.spreadsheetml.sheet`, officeFile, /^PK\x03\x04.*xl\//s],
  pptx: [`${openXml}.presentationml.presentation`, officeFile, /^PK\x03\x04.*ppt\//s],
  odt: [`${openDocument}.text`, zip, /^PK\x03\x04.{26}mimetype\S+\.opendocument\.text/s],
  ods: [`${openDocument}.spreadsheet`, zip, /^PK\x03\x04.{26}mimetype\S+\.opendocument\.spreadsheet/s],
  rtf: ["application/rtf", /^\{\\rtf/, true],
  txt: ["text/plain", text],
  log: ["text/plain", text],
  csv: ["text/csv", text],
  eml: ["message/rfc822", text],
  zip: ["application/zip", zip, true],
  mp3: ["audio/mpeg", /^(?:ID3|\xff[\xe0-\xff])/, /^ID3[\x02-\x04]/],
  wav: ["audio/wav", /^RIFF.{4}WAVE/s, true],
  m4a: ["audio/mp4", quickTimeContainer, /^.{4}ftypM4[AB]/s],
  mov: ["video/quicktime", quickTimeContainer, /^.{4}(?:ftypqt|moov|wide)/s],
  mp4: ["video/mp4", quickTimeContainer, true],
};

export const contentTypeOf = (name: string) => fileTypes[acceptedExtension(name) ?? "txt"][0];

const HEAD_BYTES = 1_024;
/** In an Office file the parts' names don't come at the very beginning. */
const PROOF_BYTES = 256 * KB;

/** The name, with another extension if the content is of a different accepted type; undefined if it isn't of any. */
export function nameForContent(name: string, start: Uint8Array): string | undefined {
  const head = Buffer.from(start.subarray(0, PROOF_BYTES)).toString("latin1");
  const [, signature] = fileTypes[acceptedExtension(name) ?? "txt"];
  const isNamed = signature.test(head.slice(0, HEAD_BYTES));
  // Many types look like text, such as RTF.
  if (isNamed && signature !== text) return name;
  const real = extensions.find((extension) => {
    const [, own, proof] = fileTypes[extension];
    return (proof === true ? own : proof)?.test(head);
  });
  return real ? name.slice(0, name.lastIndexOf(".") + 1) + real : isNamed ? name : undefined;
}
