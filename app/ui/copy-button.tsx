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
  const [isRefused, setIsRefused] = useState(false);
  if (!isHydrated || !("clipboard" in navigator)) return fallback;
  const isCopied = copiedText === text;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopiedText(text),
      () => setIsRefused(true),
    );
  if (isRefused)
    return (
      <>
        {fallback}
        <span role="status" className="muted">
          Your browser doesn&apos;t allow copying.
        </span>
      </>
    );
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
