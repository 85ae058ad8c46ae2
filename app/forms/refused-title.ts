import { useEffect } from "react";

const MARK = "Error: ";

/** Begins the title with 'Error: ' while `times` says that something was refused, as a page from the server does. */
export function useRefusedTitle(times: number | undefined): void {
  useEffect(() => {
    const { title } = document;
    if (times === undefined || title.startsWith(MARK)) return;
    document.title = MARK + title;
    return () => {
      if (document.title === MARK + title) document.title = title;
    };
  }, [times]);
}
