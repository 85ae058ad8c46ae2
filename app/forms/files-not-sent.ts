export function filesNotSentText(name: string): string {
  return `Your files weren't sent. Please add them again: ${name} and any others.`;
}
