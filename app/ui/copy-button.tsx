import { useState, type ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "./button.tsx";

interface CopyButtonProps {
  text: string;
  label?: string;
  size?: "small";
  /** Stands there without scripts, or where the browser offers no clipboard. */
  otherwise?: ReactNode;
}

/** Copies `text` to the clipboard. */
export function CopyButton({ text, label = "Copy", size, otherwise = null }: CopyButtonProps) {
  const isHydrated = useHydrated();
  const [copied, setCopied] = useState<string>();
  if (!isHydrated || !("clipboard" in navigator)) return otherwise;
  const isCopied = copied === text;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <>
      <Button type="button" size={size} icon={isCopied ? "check" : "copy"} onClick={() => void copy()}>
        {isCopied ? "Copied" : label}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && "Copied"}
      </span>
    </>
  );
}
