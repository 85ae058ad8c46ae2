import { useContext, useEffect, useRef, useState, type DragEvent } from "react";
import { filesAgain } from "#app/forms/files-again.ts";
import { formContext, useFormField } from "#app/forms/form-context.ts";
import type { FileLimits } from "#app/forms/reply.ts";
import { SendingContext } from "#app/ui/button.tsx";
import controls from "#app/ui/control.module.css";
import { describedBy, Field } from "#app/ui/field.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { BrokenSending } from "./broken-sending.tsx";
import { extensions, fileTypeOf, TYPES_TAKEN } from "./file-types.ts";
import styles from "./files-field.module.css";
import { sizeText } from "./size-text.ts";
import { watchSending } from "./watch-sending.ts";

const accept = extensions.map((one) => `.${one}`).join();

interface FilesFieldProps {
  label?: string;
  optional?: boolean;
}

/**
 * The form's files, where uploads are offered. It stands behind all fields, and behind buttons that have a value: the
 * portal reads these first.
 */
export function FilesField(props: FilesFieldProps) {
  const limits = useContext(formContext)?.view.files;
  return limits ? <FilesInput limits={limits} {...props} /> : null;
}

function FilesInput({
  limits,
  label = "Attach Files",
  optional = true,
}: FilesFieldProps & { limits: FileLimits }) {
  const name = useContext(formContext)?.form.files ?? "";
  const { id, initialValue: notSent } = useFormField(name);
  const { input, chosen, refused, take, remove } = useChosenFiles(limits);
  const { sentOf, again } = useSendingOf(chosen);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    take([...event.dataTransfer.files]);
  };
  const texts = {
    id,
    label,
    optional,
    hint: `Up to ${limits.maxFiles} files, each up to ${limits.megabytes} MB: ${TYPES_TAKEN}.`,
    errors: refused,
    warnings: notSent && chosen.length === 0 ? [filesAgain(notSent)] : [],
  };
  return (
    <div className={styles.files} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <Field {...texts}>
        <input
          {...describedBy(texts)}
          ref={input}
          type="file"
          multiple
          name={name}
          accept={accept}
          className={controls.control}
          onChange={({ target }) => take([...(target.files ?? [])])}
        />
      </Field>
      {chosen.length > 0 && (
        <ul className={styles.list} aria-label="Files to be sent">
          {chosen.map((file) => (
            <li key={file.name} className={styles.file}>
              <span className={styles.name}>{file.name}</span>
              <span className="muted numeric">{sizeText(file.size)}</span>
              <IconButton icon="x" label={`Remove ${file.name}`} size="small" onClick={() => remove(file)} />
              {sentOf && (
                <progress className={styles.progress} aria-label={file.name} max={1} value={sentOf(file)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {again && <BrokenSending again={again} />}
      <p role="status" className="visually-hidden">
        {chosen.length > 0 && `${chosen.length} ${chosen.length === 1 ? "file" : "files"} chosen`}
      </p>
    </div>
  );
}

/** While the form is sent, the share of each file that has gone: they go one after the other. `again` where it broke. */
function useSendingOf(files: readonly File[]) {
  const [share, setShare] = useState(0);
  const [broken, setBroken] = useState<{ again: () => void }>();
  const isSending = useContext(SendingContext);
  useEffect(() => {
    const onProgress = (gone: number) => {
      setShare(gone);
      setBroken(undefined);
    };
    return watchSending({ onProgress, onBreak: (again) => setBroken({ again }) });
  }, []);
  const sizeOf = (some: readonly File[]) => some.reduce((sum, { size }) => sum + size, 0);
  const gone = share * sizeOf(files);
  const sentOf = (file: File) =>
    Math.min(1, Math.max(0, (gone - sizeOf(files.slice(0, files.indexOf(file)))) / file.size));
  return isSending ? { sentOf, again: broken?.again } : {};
}

/** The files of a control that adds to what was chosen before; it holds what will be sent. */
function useChosenFiles(limits: FileLimits) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const hold = (files: readonly File[]) => {
    const held = new DataTransfer();
    for (const file of files) held.items.add(file);
    if (input.current) input.current.files = held.files;
    setChosen(files);
  };
  const take = (files: readonly File[]) => {
    const known = new Set(chosen.map(({ name }) => name.toLowerCase()));
    const added = files.filter(({ name }) => !known.has(name.toLowerCase()));
    const problems = added.map((file) => problemOf(file, limits));
    const good = [...chosen, ...added.filter((_, index) => problems[index] === undefined)];
    const tooMany = good.length > limits.maxFiles && `Only ${limits.maxFiles} files can be added at once.`;
    setRefused([...problems, tooMany].filter((one) => typeof one === "string"));
    hold(good.slice(0, limits.maxFiles));
  };
  // Files may have been chosen before scripts came.
  const latest = useRef(take);
  useEffect(() => {
    if (input.current?.files?.length) latest.current([...input.current.files]);
  }, []);
  return { input, chosen, refused, take, remove: (file: File) => hold(chosen.filter((one) => one !== file)) };
}

function problemOf({ name, size }: File, { megabytes }: FileLimits): string | undefined {
  if (!fileTypeOf(name)) return `${name} is not of a type that is taken.`;
  if (size === 0) return `${name} is empty.`;
  return size > megabytes * 1_048_576 ? `${name} has more than ${megabytes} MB.` : undefined;
}
