import {
  cleanValues,
  validateForm,
  type AnyForm,
  type FormValues,
  type RuleContext,
} from "#app/forms/define-form.ts";
import type { Post } from "#app/forms/post.server.ts";
import type { Portal } from "#app/request/portal.ts";
import { requireAccount } from "#app/request/require.ts";
import type { Operation } from "#shared/portal-api/operation.ts";
import { routeArgs } from "./route-args.ts";

/** Opens an edit at this address over an API that answers its operations by `answer`. */
export async function openEdit<F extends string, L extends string, S, V>(
  post: Post<F, L, S, V>,
  path: string,
  answer: (operation: Operation) => unknown,
  params: Readonly<Record<string, string>> = {},
) {
  const args = await routeArgs({
    request: path,
    roles: ["1001-MyPortal Admin"],
    account: { clientId: "1001", name: "Harbour & Pine" },
  });
  Object.assign(args.params, params);
  let body: unknown;
  const call = async (operation: Operation, input: { readonly body?: unknown }) => {
    body = input.body ?? body;
    return answer(operation);
  };
  const portal: Portal = { ...(await requireAccount(args)), api: { call } as unknown as Portal["api"] };
  const request = { args, portal };
  const source = (await post.source?.(request)) as S;
  const { values, hidden } = (await post.openOptions!(source, request)) as {
    readonly values: FormValues<F, L>;
    readonly hidden: Readonly<Record<string, string>>;
  };
  return {
    source,
    values,
    view: () => post.view?.(source, request),
    /** The findings about a post of these fields. */
    async validate(
      rules: NonNullable<RuleContext["rules"]>,
      sent: Readonly<Record<string, string | readonly string[]>>,
    ) {
      const cleaned = cleanValues(post.form, { ...sent, ...post.fixed?.(source, request) });
      const context = await post.ruleContext?.(source, { ...request, rules }, cleaned);
      return validateForm(post.form as unknown as AnyForm, context ?? {}, sent, true, cleaned);
    },
    /** The body that the API gets. */
    async save(typed: object = {}, isSaveConfirmed = false) {
      const edited = { ...values, ...typed };
      const texts = { ...hidden, isSaveConfirmed: String(isSaveConfirmed) };
      const bodies = { body: new FormData(), texts, formInstance: "" };
      await post.save({ ...request, ...bodies, source, values: edited, typed: edited });
      return body;
    },
  };
}
