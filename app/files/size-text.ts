/** 84213 → '82 KB' */
export function sizeText(bytes: number): string {
  if (bytes === 1) return "1 byte";
  if (bytes < 1_024) return `${bytes} bytes`;
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
