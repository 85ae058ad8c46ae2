/** Shown when a form came back, or was saved, without its files; `name` is one of them. */
export function filesAgain(name: string): string {
  return `Your files were not sent. Please add them again: ${name} and any others.`;
}
