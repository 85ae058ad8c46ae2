/** Put it first in a form, because Enter presses the first button. It's hidden from everyone. */
export function DefaultSubmit(props: { name?: string; value?: string }) {
  return (
    <button {...props} type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      Continue
    </button>
  );
}
