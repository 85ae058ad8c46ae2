export const unavailableHeading = "The portal is temporarily unavailable";
/** Added to a post's error page, because the failure may have come after the save. */
export const perhapsSavedText = "What you sent may have been saved. Please check before you send it again.";
const stillSignedInText = "You're still signed in and nothing was lost. Please try again in a few seconds.";

/** The page for a session store that's down, or a token that's refused while the identity provider can't be reached for a new one. */
export const sessionStoreDown = (isPost: boolean) => ({
  status: 503,
  heading: unavailableHeading,
  message: "We can't check your sign-in at the moment.",
  subMessages: [isPost ? perhapsSavedText : stillSignedInText],
  action: "retry" as const,
});

/** After signing out while the session store was down. */
export const sessionNotEnded = {
  heading: "You've signed out on this browser",
  message:
    "We couldn't end your session on our side, because part of the portal is unavailable. It'll end automatically once it's been inactive for a while.",
  subMessages: ["To be sure, sign in again in a few minutes and open 'Where you're signed in'."],
} as const;
