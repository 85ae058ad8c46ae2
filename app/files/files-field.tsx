import { useContext, useEffect, useRef, useState, type DragEvent } from "react";
import { useRequestInFlight } from "#app/document/watch-requests.ts";
import { filesNotSentText } from "#app/forms/files-not-sent.ts";
import { formContext, useFormField } from "#app/forms/form-context.ts";
import type { FileLimits } from "#app/forms/reply.ts";
import { SendingContext } from "#app/ui/button.tsx";
import controls from "#app/ui/control.module.css";
import { describedBy, Field } from "#app/ui/field.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { ACCEPTED_TYPES, acceptedExtension, extensions } from "./file-types.ts";
import styles from "./files-field.module.css";
import { sizeText } from "./size-text.ts";

const accept = extensions.map((extension) => `.${extension}`).join();

interface FilesFieldProps {
  label?: string;
  optional?: boolean;
}

/** The file input, if uploads are offered. Must come after all other fields and named buttons, because those are read first. */
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
  const { id, initialValue: unsentFile } = useFormField(name);
  const { input, chosen, refused, addFiles, remove } = useChosenFiles(limits);
  const shareOf = useUploadProgress(chosen);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    addFiles([...event.dataTransfer.files]);
  };
  const texts = {
    id,
    label,
    optional,
    hint: `Up to ${filesText(limits.maxFiles)}, each up to ${limits.megabytes} MB: ${ACCEPTED_TYPES}.`,
    errors: refused,
    warnings: unsentFile && chosen.length === 0 ? [filesNotSentText(unsentFile)] : [],
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
          onChange={({ target }) => addFiles([...(target.files ?? [])])}
        />
      </Field>
      {chosen.length > 0 && (
        <ul className={styles.list} aria-label="Files to send">
          {chosen.map((file) => (
            <li key={`${file.size} ${file.name}`} className={styles.file}>
              <span className={styles.name}>{file.name}</span>
              <span className="muted numeric">{sizeText(file.size)}</span>
              <IconButton icon="x" label={`Remove ${file.name}`} size="small" onClick={() => remove(file)} />
              {shareOf && (
                <progress className={styles.progress} aria-label={file.name} max={1} value={shareOf(file)} />
              )}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {chosen.length > 0 && `${filesText(chosen.length)} chosen`}
      </p>
    </div>
  );
}

/** How much of a file has been sent, 0 to 1, while the form is being sent. */
function useUploadProgress(files: readonly File[]): ((file: File) => number) | undefined {
  const { share } = useRequestInFlight();
  const isSending = useContext(SendingContext) !== undefined;
  const totalSize = (list: readonly File[]) => list.reduce((sum, { size }) => sum + size, 0);
  const sentBytes = share * totalSize(files);
  const shareOf = (file: File) =>
    Math.min(1, Math.max(0, (sentBytes - totalSize(files.slice(0, files.indexOf(file)))) / file.size));
  return isSending ? shareOf : undefined;
}

/** The chosen files. Choosing again adds to them, so the input's own `files` are rewritten each time. */
function useChosenFiles(limits: FileLimits) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const setFiles = (files: readonly File[]) => {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    if (input.current) input.current.files = transfer.files;
    setChosen(files);
  };
  const addFiles = (files: readonly File[]) => {
    const keyOf = ({ name, size }: File) => `${size} ${name.toLowerCase()}`;
    const chosenKeys = new Set(chosen.map(keyOf));
    const added = files.filter((file) => !chosenKeys.has(keyOf(file)));
    const problems = added.map((file) => problemOf(file, limits));
    const accepted = [...chosen, ...added.filter((_, index) => problems[index] === undefined)];
    const tooMany =
      accepted.length > limits.maxFiles && `You can only add ${filesText(limits.maxFiles)} at a time.`;
    setRefused([...problems, tooMany].filter((problem) => typeof problem === "string"));
    setFiles(accepted.slice(0, limits.maxFiles));
  };
  // Files may have been chosen before hydration.
  const initialAddFiles = useRef(addFiles);
  useEffect(() => {
    if (input.current?.files?.length) initialAddFiles.current([...input.current.files]);
  }, []);
  return {
    input,
    chosen,
    refused,
    addFiles,
    remove: (file: File) => setFiles(chosen.filter((other) => other !== file)),
  };
}

const filesText = (count: number) => (count === 1 ? "1 file" : `${count} files`);

function problemOf({ name, size }: File, { megabytes }: FileLimits): string | undefined {
  if (!acceptedExtension(name)) return `${name} isn't a file type we accept.`;
  if (size === 0) return `${name} is empty.`;
  return size > megabytes * 1_048_576 ? `${name} is larger than ${megabytes} MB.` : undefined;
}
