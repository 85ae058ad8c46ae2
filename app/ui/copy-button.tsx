import { useState, type ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

interface CopyButtonProps {
  text: string;
  label?: string;
  size?: "small";
  /** Just an icon, with the label as its name. */
  isIcon?: boolean;
  /** Shown without scripts, or if the browser has no clipboard. */
  fallback?: ReactNode;
}

export function CopyButton({ text, label = "Copy", size, isIcon, fallback = null }: CopyButtonProps) {
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
  const look = {
    icon: isCopied ? ("check" as const) : ("copy" as const),
    label: isCopied ? "Copied" : label,
    onClick: () => void copy(),
  };
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
      {isIcon ? (
        <IconButton {...look} title={look.label} />
      ) : (
        <Button type="button" size={size} {...look}>
          {look.label}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {isCopied && "Copied"}
      </span>
    </>
  );
}
