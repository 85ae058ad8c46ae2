import { optionalUrl, variable } from "#server/config-variable.ts";

/** The feeds of the provider's other sites that the portal shows. */
export const feedVariables = {
  blogFeedUrl: variable("BLOG_FEED_URL", optionalUrl, "RSS feed for the dashboard's Blogs & News."),
  blogUrl: variable("BLOG_URL", optionalUrl, "The page that 'View more' opens."),
  campaignFeedUrl: variable("CAMPAIGN_FEED_URL", optionalUrl, "XML feed for the dashboard's carousel."),
  statusFeedUrl: variable(
    "STATUS_FEED_URL",
    optionalUrl,
    "Incidents for `/status`: Statuspage's summary.json, a JSON Feed, RSS or Atom.",
  ),
};
