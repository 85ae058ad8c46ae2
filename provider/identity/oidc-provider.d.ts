/** The part of oidc-provider 9 that the embedded identity provider uses; the package ships no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Session {
    readonly uid: string;
    readonly accountId?: string;
    readonly authorizations?: Readonly<Record<string, { readonly grantId?: string }>>;
    grantIdFor(clientId: string): string | undefined;
    destroy(): Promise<void>;
  }

  export interface Grant {
    readonly accountId: string;
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export interface Interaction {
    readonly uid: string;
    readonly exp: number;
    readonly params: Readonly<Record<string, unknown>>;
    readonly prompt: { readonly name: string };
    session?: { readonly uid: string; readonly accountId: string };
    save(seconds: number): Promise<string>;
  }

  export interface Context {
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    readonly query: Readonly<Record<string, string | string[] | undefined>>;
    readonly cookies: { set(name: string, value: string | null, options?: CookieOptions): void };
    status: number;
    type: string;
    body: unknown;
    redirect(url: string): void;
    readonly oidc?: {
      readonly route: string;
      readonly provider: Provider;
      readonly session?: Session;
      readonly client?: { readonly clientId: string; grantTypeAllowed(type: string): boolean };
      readonly account?: { readonly accountId: string };
      readonly params?: Record<string, string | undefined>;
      readonly entities: {
        readonly IdTokenHint?: { readonly payload: { readonly sub?: unknown } };
      };
    };
  }

  export interface CookieOptions {
    readonly path?: string;
    readonly httpOnly?: boolean;
    readonly sameSite?: "lax";
    readonly overwrite?: boolean;
  }

  export interface Adapter {
    upsert(id: string, payload: Record<string, unknown>, expiresIn: number): Promise<void>;
    find(id: string): Promise<Record<string, unknown> | undefined>;
    findByUid(uid: string): Promise<Record<string, unknown> | undefined>;
    findByUserCode(userCode: string): Promise<Record<string, unknown> | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  interface GrantedModel {
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    proxy: boolean;
    silent: boolean;
    readonly Session: {
      get(context: Context): Promise<Session>;
      findByUid(uid: string): Promise<Session | undefined>;
    };
    readonly Grant: {
      new (properties: { accountId: string; clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
      readonly adapter: Adapter;
    };
    readonly AccessToken: GrantedModel;
    readonly AuthorizationCode: GrantedModel;
    readonly RefreshToken: GrantedModel;
    createContext(req: IncomingMessage, res: ServerResponse): Context;
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this;
    on(event: "server_error", listener: (context: Context, error: unknown) => void): this;
    on(event: "error", listener: (error: unknown) => void): this;
    cookieName(type: "session" | "interaction" | "resume"): string;
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<Interaction>;
    interactionFinished(
      req: IncomingMessage,
      res: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }

  export const interactionPolicy: {
    base(): InteractionPolicy;
    readonly Prompt: new (options: { name: string; requestable: boolean }) => Prompt;
  };
  export interface Prompt {
    readonly checks: { clear(): void };
  }
  export interface InteractionPolicy {
    get(name: string): Prompt | undefined;
    add(prompt: Prompt, position?: number): void;
  }
  export const errors: { readonly SessionNotFound: new (description?: string) => Error };
}
