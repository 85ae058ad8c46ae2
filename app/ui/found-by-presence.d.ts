import "react";

/** Never `false`: a selector finds these by their presence, where "false" counts as true. Say `|| undefined`. */
type Present = string | true | undefined;

declare module "react" {
  interface DOMAttributes<T> {
    "data-chosen"?: Present;
    "data-label"?: Present;
    "data-lead"?: Present;
    "data-off"?: Present;
    "data-phone"?: Present;
    "data-preview"?: Present;
    "data-repeats-label"?: Present;
    "data-row-link"?: Present;
    "data-size"?: Present;
    "data-sliding"?: Present;
    "data-text"?: Present;
    "data-theme"?: Present;
    "data-tone"?: Present;
  }
}
