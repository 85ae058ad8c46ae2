interface Watcher {
  /** The share of the form that was sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** The connection broke. The submission stays pending until `retry` is called or the page is left. */
  readonly onBreak: (retry: () => void) => void;
}

/** Replaces `fetch`, which reports no progress, when Remix submits forms with files. Returns a function to restore it. */
export function watchSending(watcher: Watcher): () => void {
  const { fetch } = window;
  const watched: typeof fetch = (input, init) =>
    init?.body instanceof FormData && hasFile(init.body)
      ? send(String(input), init.body, init.signal, watcher)
      : fetch(input, init);
  window.fetch = watched;
  return () => {
    if (window.fetch === watched) window.fetch = fetch;
  };
}

const hasFile = (form: FormData) =>
  [...form.values()].some((value) => value instanceof File && value.size > 0);

function send(
  url: string,
  body: FormData,
  signal: AbortSignal | null | undefined,
  { onProgress, onBreak }: Watcher,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const attempt = () => {
      onProgress(0);
      const request = new XMLHttpRequest();
      const abort = () => {
        request.abort();
        reject(new DOMException("The form was left", "AbortError"));
      };
      request.open("POST", url);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => onBreak(attempt);
      signal?.addEventListener("abort", abort, { once: true });
      request.send(body);
    };
    attempt();
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return new Response(request.responseText, { status: request.status, headers });
}
