import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SelectField, TextField } from "#app/forms/fields.tsx";
import { useSending } from "#app/forms/form-status.tsx";
import { openForm } from "#app/forms/open-form.server.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postAction } from "#app/forms/post.server.ts";
import { withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { ReadyButton } from "#app/ui/ready-button.tsx";
import { textLength } from "#shared/limits.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { cutText } from "#shared/portal-api/shapes.ts";
import { listAccountLocations } from "./account-locations.server.ts";
import { AccountLocations } from "./account-locations.tsx";
import { findCheck, requireCheck, searchPostCode, searchProducts } from "./availability-check.server.ts";
import { addressForm, LINE_FIELD, searchForm } from "./availability-forms.ts";
import { AvailabilityPage, availabilityTitle } from "./availability-page.tsx";

export const handle: PageFacts = { requiredParts: ["availability"], postRateLimit: "lookups" };
export const meta = availabilityTitle;

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const check = findCheck(args, portal);
  if (!check) {
    const postCode = new URL(args.request.url).searchParams.get("postcode");
    const form = openForm(args, portal, searchForm, { values: { postCode } });
    return { form, locations: await listAccountLocations(args, portal) };
  }
  const { id, postCode, sites, line1 = "" } = check;
  if (sites.length === 0) throw redirect(paths.requestCallback({ check: id }), 303);
  const options = sites.map(({ text: label }, index) => ({ value: String(index), label }));
  const start = `${line1.trim()}, `.toLowerCase();
  const [likely, ...others] = options.filter(({ label }) => label.toLowerCase().startsWith(start));
  const values = { address: others.length === 0 ? likely?.value : undefined };
  const form = openForm(args, portal, addressForm, { values });
  return { form, check: { id, postCode, options, notListedUrl: paths.requestCallback({ check: id }) } };
}

const search = definePost({
  form: searchForm,
  save: async ({ values, texts, args, portal }) => ({
    to: await searchPostCode(
      args,
      portal,
      values.postCode,
      cutText(texts[LINE_FIELD] ?? "", textLength.title),
    ),
  }),
});
const addressChoice = definePost({
  form: addressForm,
  source: ({ args, portal }) => requireCheck(args, portal),
  save: async ({ values, args, portal, source }) => ({
    to: await searchProducts(args, portal, source, values.address),
  }),
});
const [searchAction, chooseAction] = [postAction(search), postAction(addressChoice)];

export const action = withFormsForDocs([search, addressChoice], (args: ActionFunctionArgs) =>
  new URL(args.request.url).searchParams.has("check") ? chooseAction(args) : searchAction(args),
);

export default function Checker() {
  const { form, check, locations } = useLoaderData<typeof loader>();
  const isSearching = useSending(searchForm.id);
  if (!check)
    return (
      <AvailabilityPage intro="Check whether you can get full fibre (FTTP) at an address.">
        {locations && <AccountLocations result={locations} />}
        <Card heading="Where would you like fibre?" id="search" icon="map-pin">
          <PortalForm key="search" form={searchForm} view={form}>
            <TextField
              name="postCode"
              hint="For example, YO22 4DE"
              width="short"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              readOnly={isSearching}
            />
            <ButtonRow>
              <ReadyButton
                icon="search"
                field="postCode"
                minLength={5}
                reason="Enter a full postcode to search"
              >
                Search
              </ReadyButton>
            </ButtonRow>
          </PortalForm>
        </Card>
      </AvailabilityPage>
    );
  const { id, postCode, options, notListedUrl } = check;
  return (
    <AvailabilityPage>
      <Card heading={`Addresses in ${postCode}`} id="addresses" icon="map-pin">
        <PortalForm key={id} form={addressForm} view={form}>
          <SelectField name="address" options={options} placeholder="Please choose..." autoComplete="off" />
          <p>
            <a href={notListedUrl}>My address isn&apos;t listed</a>
          </p>
          <ButtonRow>
            <ReadyButton field="address" reason="Choose an address to continue">
              Continue
            </ReadyButton>
            <ButtonLink to={paths.availabilityChecker()}>Change postcode</ButtonLink>
          </ButtonRow>
        </PortalForm>
      </Card>
    </AvailabilityPage>
  );
}
