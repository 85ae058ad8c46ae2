export const WAITING =
  "Please wait while we run a line test. This can take up to 3 minutes, and during this time you may experience some line disruption. You can leave this page and will receive a notification when the line test has finished.";

export const SOMETHING_WENT_WRONG = "Something went wrong.";
export const FAULT_FOUND = "A fault has been found on this line. ";
export const NO_FAULT_FOUND = "No fault has been found on this line.";
export const FAULT_UNKNOWN = "The test didn't say whether there's a fault on this line.";
export const EXTRA_HIGH_WARNING = "A high care level fault needs related information for a trouble ticket.";

export const CANNOT_RUN = "Line check cannot run right now";
export const NO_RESULTS = "Operation cannot be started - there is no line check results";

export const FREE_VISIT =
  "Great news, this engineer appointment would normally be chargeable but because you have Line Assurance it will be free!";
export const CHARGED_VISIT =
  "You can still book an engineer appointment, but you will be charged for call out and on site work carried out.";
export const ENGINEER_CHARGES =
  "Engineers charge if a fault is outside the network, if damage is caused by negligence, or if access to the site is denied.";

/** The API's error code for a number in a different account. */
export const NOT_LINKED = "CliCannotBeLinkedToYourAccount";

export const checklistSteps = [
  "Check that all of your equipment has power.",
  "Power down the router. In some cases it must be off for at least 30 minutes.",
  "Restart the device that has the Wi-Fi issue.",
  "Try an Ethernet cable in place of Wi-Fi.",
  "Swap the microfilter, and fit one on every phone socket.",
] as const;
