export const LONG_TEXT =
  "A text that is a good deal longer than anybody expected when the place for it was made, so that it has to break";
export const LONG_WORD = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
export const GALLERY_LINK = "#gallery";
