import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ErrorPage } from "#app/request/error-page.ts";
import type { OtherAccount } from "#app/request/same-account.ts";

const unexpected: ErrorPage = {
  heading: "Something went wrong",
  message: "Something went wrong.",
  subMessages: ["Nothing you saved was lost. Please try again in a moment."],
  action: "retry",
};

const notFound: ErrorPage = {
  heading: "Page Not Found",
  message: "We couldn't find what you requested.",
  subMessages: [],
  action: "dashboard",
};

const notAllowed: ErrorPage = {
  heading: "That is not possible here",
  message: "This page can be read, but it takes no form.",
  subMessages: ["Nothing was changed."],
  action: "dashboard",
};

/** The page that the caught error stands for. */
export function useErrorPage(): ErrorPage | OtherAccount {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return unexpected;
  if (isPage(error.data)) return error.data;
  if (error.status === 405) return notAllowed;
  return error.status === 404 ? notFound : unexpected;
}

function isPage(data: unknown): data is ErrorPage | OtherAccount {
  return typeof data === "object" && data !== null && ("heading" in data || "kind" in data);
}
