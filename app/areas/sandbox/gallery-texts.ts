export const LONG =
  "A text that is a good deal longer than anybody expected when the place for it was made, so that it has to break";
export const WORD = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
export const HERE = "#gallery";
