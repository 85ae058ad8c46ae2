import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { CONFIRMED_FIELD, defineForm, VERSION_FIELD } from "#app/forms/define-form.ts";
import { toApiVersion } from "#app/forms/object-fields.ts";
import { sendOnce } from "#app/forms/once-per-form.server.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postAction, postLoader } from "#app/forms/post.server.ts";
import { previousListUrl } from "#app/grid/list-state.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { getContactToEdit, updateContact } from "#shared/portal-api/contacts.ts";
import { roleKey } from "#shared/roles.ts";
import { nameOf } from "./contact-editor.server.ts";
import { includesRole, roleOptions, shownRoleIds, withOr } from "./contact-roles.ts";
import { isLastAdministrator, LAST_ADMINISTRATOR } from "./last-administrator.server.ts";
import { noteRoleSum, roleColumns, rolesList } from "./roles-view.server.ts";

const form = defineForm({ id: "remove-role", fields: {}, button: "Take away" });

/** Removes one role. The API takes only whole contacts, so this sends all of it, with the row version that the page showed. */
const removeRole = definePost({
  form,
  role: "MyPortal Admin",
  async source({ args, portal }, body) {
    const { id = "", role: roleId = "" } = args.params;
    const contact = await portal.api.call(getContactToEdit, { params: { id } });
    const sum = contact.myPortalRole ?? 0;
    const backTo = previousListUrl(rolesList, args.request.url);
    // Removing a restriction would let the contact do more.
    const role = roleOptions(contact.contactRoles).find(
      ({ value, allows, restriction }) => value === roleId && allows !== "" && restriction === "",
    );
    const name = nameOf(contact) || "this contact";
    const done = role && `${name} won't be able to ${withOr(role.allows)} the next time they sign in.`;
    const isHeld = role !== undefined && includesRole(sum, Number(roleId));
    if (isHeld && done && contact.canWriteMyPortalRoleProperty === true)
      return { contact, role, name, done, backTo, newSum: sum - Number(roleId) };
    // The button was pressed twice, so we confirm it again: the same text as the first one's is only shown once.
    if (done && !isHeld && body) portal.session.flash({ tone: "success", text: done });
    else {
      const text = isHeld ? "You can't change this contact's roles." : "This contact doesn't have that role.";
      portal.session.flash({ tone: "info", text });
    }
    throw redirect(backTo, 303);
  },
  async ruleContext({ contact, newSum }, { portal }, values) {
    const roles = shownRoleIds(contact.contactRoles, newSum);
    // Only for a post, because it loads all the account's contacts.
    const isLast = values && (await isLastAdministrator(portal, contact, { roles, isLocked: false }));
    return isLast ? { serverFindings: { "": [LAST_ADMINISTRATOR] } } : {};
  },
  formInstance: () => randomUUID(),
  openOptions: ({ contact }) => ({ hidden: { [VERSION_FIELD]: String(contact.rowVersion ?? "") } }),
  view({ name, role, backTo }) {
    const column = roleColumns.find(({ key }) => key === roleKey(role.label));
    const taken = column ? `${column.label} (the ${role.label} role)` : `the ${role.label} role`;
    return { row: { name }, role, taken, backTo };
  },
  async save(posted) {
    const { contact, newSum, done, backTo } = posted.source;
    const body = {
      ...contact,
      myPortalRole: newSum,
      rowVersion: toApiVersion(contact.rowVersion, posted.texts[VERSION_FIELD] ?? ""),
      isSaveConfirmed: posted.texts[CONFIRMED_FIELD] === "true",
    };
    await sendOnce(posted, { call: updateContact, body, content: body });
    noteRoleSum(posted.portal, String(contact.contactId), newSum);
    return { to: backTo, flash: done };
  },
});

export const meta = pageTitle("Take away a role");
export const loader = postLoader(removeRole);
export const action = postAction(removeRole);

export default function RemoveRole() {
  const { form: view, row, role, taken, backTo } = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader
        title={`Take ${taken} from ${row.name}?`}
        back={{ to: backTo, label: "Back to Who can do what" }}
      />
      <PortalForm form={form} view={view}>
        <p>{`At the moment, ${row.name} can ${role.allows}. The next time they sign in, they won't be able to.`}</p>
        <ButtonRow>
          <Button variant="primary">Take away</Button>
          <ButtonLink to={backTo}>Cancel</ButtonLink>
        </ButtonRow>
      </PortalForm>
    </FormPage>
  );
}
