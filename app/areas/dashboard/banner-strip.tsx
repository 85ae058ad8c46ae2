import { Icon } from "#app/ui/icon.tsx";
import styles from "./banner-strip.module.css";
import type { Banner } from "./banners.ts";

export function BannerStrip({ content, linkUrl, linkTitle, isExternalLink, colour }: Banner) {
  return (
    <aside className={styles.banner} data-colour={colour} aria-label="Announcement">
      <Icon name="megaphone" />
      <div className={styles.words}>
        <p className={styles.content}>{content}</p>
        <a className={styles.link} href={linkUrl}>
          {linkTitle}
          <Icon name={isExternalLink ? "external-link" : "arrow-right"} size="small" />
        </a>
      </div>
    </aside>
  );
}
