interface DefaultSubmitProps {
  name?: string;
  value?: string;
}

/** The Enter key presses a form's first button: this one, which is hidden from everyone. */
export function DefaultSubmit(props: DefaultSubmitProps) {
  return (
    <button {...props} type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      Continue
    </button>
  );
}
