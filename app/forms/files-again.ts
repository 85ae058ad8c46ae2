/** Said where a form comes back, or was saved, without the files that it was sent with. */
export function filesAgain(name: string): string {
  return `Your files were not sent. Please add them again: ${name} and any others.`;
}
