import { useOffers } from "#app/document/offers.ts";
import { Message } from "#app/ui/message.tsx";
import { paths } from "#shared/paths.ts";

export function PhoneNetworkClosureNotice({ postcode }: { postcode: string }) {
  const hasChecker = useOffers("availability");
  return (
    <div className="no-print">
      <Message tone="info" heading="The old telephone network closes on 31 January 2027">
        <p>
          You&apos;ll need to replace this line before then.{" "}
          {hasChecker && (
            <a href={paths.availabilityChecker({ postcode })}>
              Check whether you can get fibre at {postcode || "its address"}
            </a>
          )}
        </p>
      </Message>
    </div>
  );
}
