import { useEffect, useRef, useState } from "react";
import { useFormField } from "#app/forms/form-context.ts";
import { RadioCards } from "#app/ui/choice.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import styles from "./appointment.module.css";
import type { DayView } from "./slots.server.ts";

/** The slots by day, in a list that scrolls sideways; its buttons need scripts. `cost` is for chargeable slots. */
export function DayList({ days, cost }: { days: readonly DayView[]; cost: string }) {
  const { id, label, errors, initialValue } = useFormField("slot");
  const list = useRef<HTMLUListElement>(null);
  const [{ canGoBack, canGoForward }, setDirections] = useState(scrollDirections(null));
  const updateDirections = () => setDirections(scrollDirections(list.current));
  useEffect(() => {
    const observer = new ResizeObserver(updateDirections);
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  const scrollPages = (pages: number) => list.current?.scrollBy({ left: pages * list.current.clientWidth });
  return (
    <div className={styles.days}>
      <FieldGroup id={id} label={label} errors={errors}>
        <ul className={styles.dayList} ref={list} onScroll={updateDirections}>
          {days.map(({ day, heading, free, chargeable }) => (
            <li key={day} className={styles.day}>
              <RadioCards
                id={`${id}-${day}`}
                name="slot"
                label={heading}
                defaultValue={initialValue}
                options={free.map(toOption)}
                extraGroup={{ label: `Chargeable, ${cost}`, options: chargeable.map(toOption) }}
              />
            </li>
          ))}
        </ul>
      </FieldGroup>
      {(canGoBack || canGoForward) && (
        <div className={styles.pageButtons}>
          <IconButton
            icon="chevron-left"
            label="Earlier days"
            disabled={!canGoBack}
            onClick={() => scrollPages(-1)}
          />
          <IconButton
            icon="chevron-right"
            label="Later days"
            disabled={!canGoForward}
            onClick={() => scrollPages(1)}
          />
        </div>
      )}
    </div>
  );
}

const toOption = ({ value, title, hours, isTaken }: DayView["free"][number]) => ({
  value,
  label: title,
  hint: isTaken ? "Unavailable" : hours,
  disabled: isTaken,
});

/** The directions in which a list can scroll. Allows 1 px, because zoomed pages scroll to fractions of a pixel. */
function scrollDirections(list: HTMLElement | null) {
  const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = list ?? {};
  return { canGoBack: scrollLeft > 1, canGoForward: scrollLeft + clientWidth < scrollWidth - 1 };
}
