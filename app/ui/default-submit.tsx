interface DefaultSubmitProps {
  name?: string;
  value?: string;
}

/** The Enter key presses the first button of a form: this one, which nobody else sees, hears of or reaches. */
export function DefaultSubmit(props: DefaultSubmitProps) {
  return (
    <button {...props} type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      Continue
    </button>
  );
}
