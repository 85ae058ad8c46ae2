import { useState, type ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "./button.tsx";

interface CopyButtonProps {
  text: string;
  label?: string;
  size?: "small";
  /** Shown without scripts, or if the browser has no clipboard. */
  fallback?: ReactNode;
}

export function CopyButton({ text, label = "Copy", size, fallback = null }: CopyButtonProps) {
  const isHydrated = useHydrated();
  const [copiedText, setCopiedText] = useState<string>();
  if (!isHydrated || !("clipboard" in navigator)) return fallback;
  const isCopied = copiedText === text;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopiedText(text);
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
