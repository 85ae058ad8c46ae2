import { Icon } from "#app/ui/icon.tsx";
import type { Banner } from "#server/banners.ts";
import styles from "./banner-strip.module.css";

export function BannerStrip({ content, linkUrl, linkTitle, colour, label }: Banner & { label: string }) {
  return (
    <aside className={styles.banner} data-colour={colour} aria-label={label}>
      <Icon name="megaphone" />
      <div className={styles.words}>
        <p className={styles.content}>{content}</p>
        <a className={styles.link} href={linkUrl}>
          {linkTitle}
          <Icon name={linkUrl.startsWith("/") ? "arrow-right" : "external-link"} size="small" />
        </a>
      </div>
    </aside>
  );
}
