import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { CONFIRMED_FIELD, defineForm, VERSION_FIELD } from "#app/forms/define-form.ts";
import { toApiVersion } from "#app/forms/object-fields.ts";
import { sendOnce } from "#app/forms/once-per-form.server.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postAction, postLoader } from "#app/forms/post.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { paths } from "#shared/paths.ts";
import { getContactToEdit, updateContact } from "#shared/portal-api/contacts.ts";
import { nameOf } from "./contact-changes.server.ts";
import { includesRole, roleOptions, shownRoleIds } from "./contact-roles.ts";
import { isLastAdministrator, LAST_ADMINISTRATOR } from "./last-administrator.server.ts";

const form = defineForm({ id: "remove-role", fields: {}, button: "Take away" });

/** Removes one role. The API takes only whole contacts, so this sends all of it, with the row version that the page showed. */
const removeRole = definePost({
  form,
  role: "MyPortal Admin",
  async source({ args, portal }) {
    const { id = "", role: roleId = "" } = args.params;
    const contact = await portal.api.call(getContactToEdit, { params: { id } });
    const role = roleOptions(contact.contactRoles).find(({ value }) => value === roleId);
    // Removing a restriction would let the contact do more.
    const isRemovable = role && role.allows !== "" && role.restriction === "";
    const isHeld = isRemovable && includesRole(contact.myPortalRole ?? 0, Number(roleId));
    if (!isHeld || contact.canWriteMyPortalRoleProperty !== true) {
      const text = isHeld ? "You can't change this contact's roles." : "This contact doesn't have that role.";
      portal.session.flash({ tone: "warning", text });
      throw redirect(paths.contactRoles(), 303);
    }
    return { contact, role, name: nameOf(contact) || "this contact" };
  },
  async ruleContext({ contact, role }, { portal }, values) {
    const roles = shownRoleIds(contact.contactRoles, contact.myPortalRole ?? 0).filter(
      (id) => id !== role.value,
    );
    // Only for a post, because it loads all the account's contacts.
    const isLast = values && (await isLastAdministrator(portal, contact, { roles, isLocked: false }));
    return isLast ? { serverFindings: { "": [LAST_ADMINISTRATOR] } } : {};
  },
  openOptions: ({ contact }) => ({ hidden: { [VERSION_FIELD]: String(contact.rowVersion ?? "") } }),
  view: ({ name, role }) => ({ row: { name }, role }),
  async save(posted) {
    const { contact, role, name } = posted.source;
    const body = {
      ...contact,
      myPortalRole: (contact.myPortalRole ?? 0) - Number(role.value),
      rowVersion: toApiVersion(contact.rowVersion, posted.texts[VERSION_FIELD] ?? ""),
      isSaveConfirmed: posted.texts[CONFIRMED_FIELD] === "true",
    };
    await sendOnce(posted, { call: updateContact, body, content: role.value });
    return {
      to: paths.contactRoles(),
      flash: `${name} can no longer ${role.allows}, from their next sign-in.`,
    };
  },
});

export const meta = pageTitle("Take away a role");
export const loader = postLoader(removeRole);
export const action = postAction(removeRole);

export default function RemoveRole() {
  const { form: view, row, role } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <FormPage>
      <PageHeader
        title={`Take the ${role.label} role from ${row.name}?`}
        back={{ to: paths.contactRoles(), label: "Back to Who can do what" }}
      />
      <PortalForm form={form} view={view} reply={reply}>
        <p>{`At the moment, ${row.name} can ${role.allows}. From their next sign-in, they won't be able to.`}</p>
        <ButtonRow>
          <Button variant="primary">Take away</Button>
          <ButtonLink to={paths.contactRoles()}>Cancel</ButtonLink>
        </ButtonRow>
      </PortalForm>
    </FormPage>
  );
}
