import type { MarketingNews } from "./marketing-news.server.ts";

interface MarketingNewsTextProps {
  news: MarketingNews;
  helpDeskEmail: string;
}

/** What the confirmation says of marketing. */
export function MarketingNewsText({ news, helpDeskEmail }: MarketingNewsTextProps) {
  if (news === "updated") {
    return (
      <div className="stack-tight">
        <p>Thank you for updating your contact information and preferences.</p>
        <p>Operational updates will continue to be sent to the primary account e-mail.</p>
      </div>
    );
  }
  return (
    <div className="stack-tight">
      <p>We have stopped sending you marketing e-mails: you will receive no offers and no newsletter.</p>
      <p>
        Operational updates will continue to be sent to the primary account e-mail. If you have a question
        about this, please <a href={`mailto:${helpDeskEmail}`}>contact us</a>.
      </p>
    </div>
  );
}
