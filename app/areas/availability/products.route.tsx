import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { formatDateTime } from "#app/ui/format.ts";
import { Table } from "#app/ui/table.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { mbpsOf } from "#shared/portal-api/fibre.ts";
import { productKey, requireCheck } from "./availability-check.server.ts";
import { AvailabilityPage, availabilityTitle, CHECK_ANOTHER } from "./availability-page.tsx";
import styles from "./availability.module.css";
import { SpeedGauge } from "./speed-gauge.tsx";
import { speedText } from "./speed.ts";

export const handle: PageFacts = { requiredParts: ["availability"] };
export const meta = availabilityTitle;

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const { id: check, addressIndex: address, site, productResult } = requireCheck(args, portal);
  if (!site || !productResult || address === undefined)
    throw redirect(paths.availabilityChecker({ check }), 303);
  const [fastest] = productResult.products;
  if (!fastest) throw redirect(paths.requestCallback({ check, address }), 303);
  return {
    check,
    address: site.text,
    account: portal.account.name,
    checkedAt: formatDateTime(productResult.checkedAt),
    mbps: mbpsOf(fastest),
    products: productResult.products.map((product) => ({
      name: product.name,
      download: speedText(product.downstreamSpeed),
      upload: speedText(product.upstreamSpeed),
      orderUrl: paths.requestCallback({ check, address, product: productKey(product) }),
    })),
  };
}

const columns = [
  { key: "name", label: "Product" },
  { key: "download", label: "Download", numeric: true },
  { key: "upload", label: "Upload", numeric: true },
  { key: "order", label: "Order", hiddenHeading: true },
];

export default function AvailableProducts() {
  const { check, address, account, checkedAt, mbps, products } = useLoaderData<typeof loader>();
  return (
    <AvailabilityPage back={{ to: paths.availabilityChecker({ check }), label: CHECK_ANOTHER }}>
      <Card heading="Fibre is available" id="result" icon="gauge">
        <div className={styles.result}>
          {mbps > 0 && <SpeedGauge mbps={mbps} />}
          <DescriptionList
            items={[
              { term: "Address", detail: address },
              { term: "Checked", detail: checkedAt },
              { term: "Account", detail: account },
            ]}
          />
        </div>
      </Card>
      <Card heading="Available products" id="products" icon="package" flush>
        <Table
          caption="Available products"
          columns={columns}
          rows={products.map(({ name, download, upload, orderUrl }, index) => ({
            key: String(index),
            cells: [
              name,
              download,
              upload,
              <ButtonLink key={orderUrl} to={orderUrl} variant={index === 0 ? "primary" : "secondary"}>
                Ready to Order <span className="visually-hidden">{name}</span>
              </ButtonLink>,
            ],
          }))}
        />
      </Card>
    </AvailabilityPage>
  );
}
