import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "./button.tsx";

/** Copies `text` to the clipboard. Not there without scripts, or where the browser offers no clipboard. */
export function CopyButton({ text }: { text: string }) {
  const isHydrated = useHydrated();
  const [copied, setCopied] = useState<string>();
  if (!isHydrated || !("clipboard" in navigator)) return null;
  const isCopied = copied === text;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <>
      <Button type="button" size="small" icon={isCopied ? "check" : "copy"} onClick={() => void copy()}>
        {isCopied ? "Copied" : "Copy"}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && "Copied"}
      </span>
    </>
  );
}
