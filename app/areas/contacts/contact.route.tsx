import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { FixedField, FixedText, SelectField, TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { openPost, postAction } from "#app/forms/post.server.ts";
import { previousListUrl, readListPlace } from "#app/grid/list-state.ts";
import { requireCompleted } from "#app/request/completed-actions.ts";
import { requireRole } from "#app/request/require.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { DonePage } from "#app/ui/done-page.tsx";
import { ButtonRow, Fields } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { paths } from "#shared/paths.ts";
import { contactEditor, savedContact } from "./contact-editor.server.ts";
import { contactForm, newContactForm } from "./contact-form.ts";
import { contactList } from "./contact-list.server.ts";
import styles from "./contacts.module.css";
import { PermissionsCard } from "./permissions-card.tsx";

export const meta = pageTitle("Edit Contact");

/** Loads the form or, with `?saved` or `?added`, the confirmation if this session did that. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "MyPortal Admin");
  const { searchParams } = new URL(args.request.url);
  const added = searchParams.get("added");
  const id = args.params["id"] ?? added ?? undefined;
  if (id === undefined || (added === null && !searchParams.has("saved"))) {
    const title = id === undefined ? "Add New Contact" : "Edit Contact";
    return { kind: "form" as const, title, ...(await openPost(contactEditor, { args, portal })) };
  }
  await requireCompleted(portal, "contact saved", id, id ? paths.contact(id) : paths.contactNew());
  const { name, changes = [] } = savedContact.read(portal, id) ?? {};
  const login = new URL(paths.login(), args.context.config.publicUrl).href;
  return {
    kind: "saved" as const,
    title: added === null ? "Saved" : "New Contact Added",
    text: added === null ? "Contact updated successfully." : "New Contact Added Successfully.",
    fact: name && `${name} ${added === null ? "saved" : "added"}`,
    changes,
    sendTo: added === null ? undefined : login,
    editTo: id && paths.contact(id, readListPlace(contactList, args.request.url)),
    backTo: previousListUrl(contactList, args.request.url),
  };
}

export const action = postAction(contactEditor);

export default function ContactPage() {
  const page = useLoaderData<typeof loader>();
  return page.kind === "saved" ? <Saved {...page} /> : <ContactForm key={page.id} {...page} />;
}

type Page<Kind> = Extract<Awaited<ReturnType<typeof loader>>, { kind: Kind }>;

function ContactForm({ title, form, ...view }: Page<"form">) {
  const { row, banner, backTo } = view;
  return (
    <>
      <PageHeader
        title={title}
        intro={row.name && <p>{row.name}</p>}
        back={{ to: backTo, label: "Back to Manage Contacts" }}
      />
      <PortalForm form={form.isNew ? newContactForm : contactForm} view={form}>
        {banner && <Message tone="info">{banner}</Message>}
        <div className={styles.columns}>
          <Card heading="Details" id="details" icon="user-round">
            <Fields>
              <TextField name="salutation" width="short" autoComplete="off" />
              <TextField name="firstNames" autoComplete="off" />
              <TextField name="surname" autoComplete="off" />
              <TextField name="telephone" type="tel" width="medium" autoComplete="off" />
              <TextField name="mobile" type="tel" width="medium" autoComplete="off" />
              <Email isFixed={Object.hasOwn(form.fixed, "email")} />
              <SelectField name="addressId" placeholder="Please choose..." />
              {form.choices?.["addressId"]?.length === 0 && (
                <p>
                  This account has no locations yet. <a href={paths.locationNew()}>Add a location</a> first.
                </p>
              )}
              <TextField name="position" autoComplete="off" />
            </Fields>
          </Card>
          <PermissionsCard {...view} fixed={form.fixed} />
        </div>
        <ButtonRow>
          <Button variant="primary">{form.isNew ? "Save New Contact" : "Save Contact"}</Button>
        </ButtonRow>
      </PortalForm>
    </>
  );
}

function Email({ isFixed }: { isFixed: boolean }) {
  if (isFixed)
    return (
      <>
        <FixedField name="email" />
        <FixedText name="confirmEmail" />
      </>
    );
  const inputProps = { type: "email", autoComplete: "off", spellCheck: false } as const;
  return (
    <>
      <TextField name="email" {...inputProps} />
      <TextField name="confirmEmail" {...inputProps} sayOptional={false} />
    </>
  );
}

function Saved({ title, fact, text, changes, sendTo, editTo, backTo }: Page<"saved">) {
  return (
    <DonePage
      title={title}
      fact={fact ?? text}
      next={
        <>
          {fact !== undefined && <p>{text}</p>}
          {changes.map((change) => (
            <p key={change}>{change}</p>
          ))}
          {sendTo && (
            <>
              <p>
                Send them this address. They need to register there with the email you've entered, and then
                sign in.
              </p>
              <p className="cluster">
                <a href={sendTo}>{sendTo}</a> <CopyButton text={sendTo} />
              </p>
            </>
          )}
        </>
      }
      buttons={[
        Boolean(editTo) && { to: editTo, label: "Edit Contact" },
        { to: backTo, label: "Back to Manage Contacts" },
      ]}
    />
  );
}
