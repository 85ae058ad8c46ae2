export const SOMETHING_WENT_WRONG = "Something went wrong.";
export const FAULT_FOUND = "A fault has been found on this line. ";

export const CANNOT_RUN = "Line check cannot run right now";
export const CHARGED_VISIT =
  "You can still book an engineer appointment, but you will be charged for call out and on site work carried out.";
export const ENGINEER_CHARGES =
  "Engineers charge if a fault is outside the network, if damage is caused by negligence, or if access to the site is denied.";

/** The API's error code for a number in a different account. */
export const NOT_LINKED = "CliCannotBeLinkedToYourAccount";
