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

const form = defineForm({ id: "take-away", fields: {}, button: "Take away" });

/** Takes one role from a contact, as the contact's own form would: the whole object, with the version that the page showed. */
const takeAway = definePost({
  form,
  role: "MyPortal Admin",
  async source({ args, portal }) {
    const { id = "", role: roleId = "" } = args.params;
    const contact = await portal.api.call(getContactToEdit, { params: { id } });
    const role = roleOptions(contact.contactRoles).find(({ value }) => value === roleId);
    // A restriction is no power: without it the person could do more.
    const isPower = role && role.abilities !== "" && role.restriction === "";
    const isHeld = isPower && includesRole(contact.myPortalRole ?? 0, Number(roleId));
    if (!isHeld || contact.canWriteMyPortalRoleProperty !== true) {
      const text = isHeld ? "You can't change this contact's roles." : "This contact doesn't have that role.";
      portal.session.flash({ tone: "warning", text });
      throw redirect(paths.powers(), 303);
    }
    return { contact, role, name: nameOf(contact) || "this contact" };
  },
  async ruleContext({ contact, role }, { portal }, values) {
    const roles = shownRoleIds(contact.contactRoles, contact.myPortalRole ?? 0).filter(
      (id) => id !== role.value,
    );
    // Only for a post, since it reads the account's contacts.
    const isLast = values && (await isLastAdministrator(portal, contact, { roles, isLocked: false }));
    return isLast ? { serverFindings: { "": [LAST_ADMINISTRATOR] } } : {};
  },
  openOptions: ({ contact }) => ({ hidden: { [VERSION_FIELD]: String(contact.rowVersion ?? "") } }),
  view: ({ name, role }) => ({ name, role }),
  async save(posted) {
    const { contact, role, name } = posted.source;
    const body = {
      ...contact,
      myPortalRole: (contact.myPortalRole ?? 0) - Number(role.value),
      rowVersion: toApiVersion(contact.rowVersion, posted.texts[VERSION_FIELD] ?? ""),
      isSaveConfirmed: posted.texts[CONFIRMED_FIELD] === "true",
    };
    await sendOnce(posted, { call: updateContact, body, content: role.value });
    return { to: paths.powers(), flash: `${name} can no longer ${role.abilities}, from their next sign-in.` };
  },
});

export const meta = pageTitle("Take away a role");
export const loader = postLoader(takeAway);
export const action = postAction(takeAway);

export default function TakeAway() {
  const { form: view, name, role } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <FormPage>
      <PageHeader
        title={`Take the ${role.label} role from ${name}?`}
        back={{ to: paths.powers(), label: "Back to Who can do what" }}
      />
      <PortalForm form={form} view={view} reply={reply}>
        <p>{`At the moment, ${name} can ${role.abilities}. From their next sign-in, they won't be able to.`}</p>
        <ButtonRow>
          <Button variant="primary">Take away</Button>
          <ButtonLink to={paths.powers()}>Cancel</ButtonLink>
        </ButtonRow>
      </PortalForm>
    </FormPage>
  );
}
