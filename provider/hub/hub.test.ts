import { once } from "node:events";
import {
  HttpTransportType,
  HubConnectionBuilder,
  LogLevel,
  type HubConnection,
  type IHttpConnectionOptions,
} from "@microsoft/signalr";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startTestProvider, tokenOf, type TestProvider } from "#provider/test-provider.ts";

describe("the notification hub, as the official client sees it", () => {
  let provider: TestProvider;
  const open: HubConnection[] = [];
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  afterEach(() => Promise.all(open.splice(0).map((connection) => connection.stop())));
  afterAll(() => provider.close());

  const connect = async (token: string, options: IHttpConnectionOptions, query = "") => {
    const connection = new HubConnectionBuilder()
      .withUrl(`${provider.url}/api/Hub/myportalalerts${query}`, {
        accessTokenFactory: () => token,
        ...options,
      })
      .configureLogging(LogLevel.None)
      .build();
    await connection.start();
    open.push(connection);
    return connection;
  };
  const forAccount = (clientId: string) => ({ headers: { "X-Client-Id": clientId } });
  const nextEvent = (connection: HubConnection, name: string) =>
    new Promise<unknown>((resolve) => connection.on(name, resolve));

  test.each([
    ["with a negotiation", {}],
    ["straight to the WebSocket", { skipNegotiation: true, transport: HttpTransportType.WebSockets }],
  ])("an event reaches users of the account who connect %s", async (_, options) => {
    const anna = await connect(tokenOf("Anna"), { ...options, ...forAccount("1001") });
    const ben = await connect(tokenOf("Ben"), options, "?clientId=1001");
    const received = Promise.all([nextEvent(anna, "LineFaultCheck"), nextEvent(ben, "LineFaultCheck")]);
    const { lineFaultCheckId, listeners } = provider.raise({ kind: "line-check", clientId: "1001" });
    await expect(received).resolves.toEqual([{ lineFaultCheckId }, { lineFaultCheckId }]);
    expect(listeners).toHaveLength(2);
  });

  test("an event does not reach another account, even one of the same user", async () => {
    const receivedBy: string[] = [];
    const carla = await connect(tokenOf("Carla"), forAccount("1003"));
    const annaElsewhere = await connect(tokenOf("Anna"), forAccount("1002"));
    const anna = await connect(tokenOf("Anna"), forAccount("1001"));
    carla.on("FailedLineFaultCheck", () => receivedBy.push("carla"));
    annaElsewhere.on("FailedLineFaultCheck", () => receivedBy.push("anna elsewhere"));
    const received = nextEvent(anna, "FailedLineFaultCheck");
    const { lineFaultCheckId } = provider.raise({ kind: "failed-line-check", clientId: "1001" });
    await expect(received).resolves.toEqual({ lineFaultCheckId });
    // A connection's events come in order, so after a later event no earlier one can arrive.
    const laterEvents = Promise.all([
      nextEvent(carla, "LineFaultCheck"),
      nextEvent(annaElsewhere, "LineFaultCheck"),
    ]);
    provider.raise({ kind: "line-check", clientId: "1003" });
    provider.raise({ kind: "line-check", clientId: "1002" });
    await laterEvents;
    expect(receivedBy).toEqual([]);
  });

  test("an ordinary notification is issued without a live event", () => {
    const { notificationId, listeners } = provider.raise({ kind: "notification", clientId: "1001" });
    expect(listeners).toEqual([]);
    const row = provider.db
      .prepare("SELECT status FROM notifications WHERE notification_id = ?")
      .get(notificationId);
    expect(row).toEqual({ status: 0 });
  });

  test.each([
    ["an invalid token", "forged", "1001"],
    ["an account that is not the caller's", tokenOf("Anna"), "1003"],
  ])("refuses %s", async (_, token, clientId) => {
    await expect(connect(token, forAccount(clientId))).rejects.toThrow(/40[13]/);
    const direct = {
      skipNegotiation: true,
      transport: HttpTransportType.WebSockets,
      ...forAccount(clientId),
    };
    await expect(connect(token, direct)).rejects.toThrow();
  });

  test("ends the connections of a token that is signed out, and no others", async () => {
    const endingToken = tokenOf("Anna", "ending");
    const ended = await connect(endingToken, forAccount("1001"));
    const staying = await connect(tokenOf("Ben"), forAccount("1001"));
    const closed = new Promise((resolve) => ended.onclose(resolve));
    await provider.call("logout", { method: "POST", headers: { authorization: `Bearer ${endingToken}` } });
    await closed;
    const received = nextEvent(staying, "LineFaultCheck");
    provider.raise({ kind: "line-check", clientId: "1001" });
    await expect(received).resolves.toHaveProperty("lineFaultCheckId");
  });

  test("a client's call of a method is answered with an error", async () => {
    const anna = await connect(tokenOf("Anna"), forAccount("1001"));
    await expect(anna.invoke("Anything")).rejects.toThrow("no method");
  });

  test("closes the connection on messages outside the protocol", async () => {
    const url = `${provider.url.replace("http", "ws")}/api/Hub/myportalalerts?access_token=${tokenOf("Anna")}`;
    for (const nonsense of ["not json\u001e", '{"protocol":"messagepack","version":1}\u001e']) {
      const socket = new WebSocket(url);
      await once(socket, "open");
      socket.send(nonsense);
      await once(socket, "close");
      expect(socket.readyState).toBe(WebSocket.CLOSED);
    }
  });
});
