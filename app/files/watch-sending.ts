const TRIES = 3;
const RETRY_MS = 3_000;

/**
 * Until the returned function is called, tells which share (0 to 1) of a form with files has gone: of what it sends
 * `fetch` tells nothing. A form whose connection breaks is sent again, twice at most; the portal acts on it once.
 */
export function watchSending(onProgress: (share: number) => void): () => void {
  const { fetch } = window;
  const watched: typeof fetch = (input, init) =>
    init?.body instanceof FormData && hasFile(init.body)
      ? sendWithTries(String(input), init.body, init.signal ?? undefined, onProgress)
      : fetch(input, init);
  window.fetch = watched;
  return () => {
    if (window.fetch === watched) window.fetch = fetch;
  };
}

const hasFile = (form: FormData) => [...form.values()].some((one) => one instanceof File && one.size > 0);

async function sendWithTries(
  url: string,
  body: FormData,
  signal: AbortSignal | undefined,
  onProgress: (share: number) => void,
): Promise<Response> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send(url, body, signal, onProgress);
    } catch (error) {
      if (tried === TRIES || signal?.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function send(
  url: string,
  body: FormData,
  signal: AbortSignal | undefined,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
      const headers = lines.map((line): [string, string] => {
        const at = line.indexOf(":");
        return [line.slice(0, at), line.slice(at + 1).trim()];
      });
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onerror = () => reject(new TypeError("The connection broke"));
    request.onabort = () => reject(new DOMException("The form was left", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}
