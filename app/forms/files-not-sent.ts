export function filesNotSentText(name: string): string {
  return `Your files were not sent. Please add them again: ${name} and any others.`;
}
