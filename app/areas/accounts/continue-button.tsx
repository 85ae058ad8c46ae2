import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";

/** 'Continue', which waits for a choice where scripts run (spec 1 §2); without them the server asks for one. */
export function ContinueButton() {
  const place = useRef<HTMLDivElement>(null);
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    const form = place.current?.closest("form");
    const look = () => setWaits(!form?.querySelector(":checked"));
    look();
    form?.addEventListener("change", look);
    return () => form?.removeEventListener("change", look);
  }, []);
  return (
    <div ref={place}>
      <Button variant="primary" disabled={waits}>
        Continue
      </Button>
    </div>
  );
}
