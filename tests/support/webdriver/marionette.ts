import { connect, type Socket } from "node:net";
import { error } from "selenium-webdriver";

/** Firefox's names of the commands, by those of the client. */
const commands: Readonly<Record<string, string>> = {
  newSession: "WebDriver:NewSession",
  quit: "Marionette:Quit",
  get: "WebDriver:Navigate",
  getCurrentUrl: "WebDriver:GetCurrentURL",
  getTitle: "WebDriver:GetTitle",
  goBack: "WebDriver:Back",
  goForward: "WebDriver:Forward",
  refresh: "WebDriver:Refresh",
  executeScript: "WebDriver:ExecuteScript",
  clickElement: "WebDriver:ElementClick",
  sendKeysToElement: "WebDriver:ElementSendKeys",
  actions: "WebDriver:PerformActions",
  addCookie: "WebDriver:AddCookie",
  getCookies: "WebDriver:GetCookies",
  newWindow: "WebDriver:NewWindow",
  switchToWindow: "WebDriver:SwitchToWindow",
  getCurrentWindowHandle: "WebDriver:GetWindowHandle",
  close: "WebDriver:CloseWindow",
  getWindowRect: "WebDriver:GetWindowRect",
  setWindowRect: "WebDriver:SetWindowRect",
  getAlertText: "WebDriver:GetAlertText",
  acceptAlert: "WebDriver:AcceptAlert",
  dismissAlert: "WebDriver:DismissAlert",
  screenshot: "WebDriver:TakeScreenshot",
};

/** An answer: its kind, the command's number, a fault and a value. */
type Answer = readonly [1, number, { error: string; message: string } | null, unknown];

/**
 * Sends the client's commands to a Firefox by Marionette, its own WebDriver, as geckodriver does, which Debian has no package of.
 */
export class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #unread = Buffer.alloc(0);
  #sent = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (data) => this.#read(data));
    socket.on("error", () => undefined);
  }

  /** Waits until the Firefox listens. */
  static async connect(port: number): Promise<Marionette> {
    for (let tries = 0; tries < 300; tries += 1) {
      const socket = connect(port, "127.0.0.1");
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      });
      if (isOpen) return new Marionette(socket);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("Firefox's Marionette did not answer in time.");
  }

  /** Does what the client asks; rejects with the client's error of that name. */
  async execute(command: { getName(): string; getParameters(): Record<string, unknown> }): Promise<unknown> {
    const name = commands[command.getName()];
    if (!name) throw new Error(`Marionette isn't asked to ${command.getName()}.`);
    const { sessionId: _, ...parameters } = command.getParameters();
    const value = await this.#send(name, parametersOf(name, parameters));
    const isBare =
      value !== null && typeof value === "object" && "value" in value && Object.keys(value).length === 1;
    return isBare ? value.value : value;
  }

  async #send(name: string, parameters: unknown): Promise<unknown> {
    const id = (this.#sent += 1);
    const text = JSON.stringify([0, id, name, parameters]);
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , fault, value] = await answer;
    if (fault) error.throwDecodedError(fault);
    return value;
  }

  #read(data: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, data]);
    for (;;) {
      const colon = this.#unread.indexOf(":");
      const end = colon + 1 + Number(this.#unread.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || this.#unread.length < end) return;
      const message = JSON.parse(this.#unread.subarray(colon + 1, end).toString()) as Answer | object;
      this.#unread = this.#unread.subarray(end);
      if (Array.isArray(message))
        this.#waiting.get((message as unknown as Answer)[1])?.(message as unknown as Answer);
    }
  }
}

/** Marionette calls an element `id`, and runs scripts with the browser's rights where the page's are switched off. */
function parametersOf(name: string, parameters: Record<string, unknown>): Record<string, unknown> {
  if (name === "WebDriver:ExecuteScript") return { ...parameters, sandbox: "system", newSandbox: false };
  if (name === "Marionette:Quit") return { flags: ["eForceQuit"] };
  const id = parameters["id"];
  if (typeof id !== "object" || id === null) return parameters;
  return { ...parameters, id: Object.values(id)[0] as string };
}
