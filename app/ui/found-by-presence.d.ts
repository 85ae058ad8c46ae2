import "react";

/** Never `false`, because CSS finds these attributes by their presence, so "false" would count as true. Use `|| undefined`. */
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
