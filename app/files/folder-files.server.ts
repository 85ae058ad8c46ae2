import { partOptions } from "#app/errors/panel.ts";
import { offers } from "#app/offers.ts";
import { isFileName, type Folder } from "#app/portal-api/files.ts";
import { filesOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { fileDetail, type FileSource, type FileView } from "./download.server.ts";

interface FolderFiles extends Pick<FileSource, "role"> {
  readonly folder: Folder;
  readonly page: (id: string) => string;
  readonly file: (id: string, name: string) => string;
  /** Throws for a thing that is not the account's: whose a file is, the files service need not know. */
  readonly require: (portal: Portal, id: string) => Promise<unknown>;
}

const contentTypes: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  csv: "text/csv; charset=utf-8",
};

const formatOf = (name: string) => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1] ?? "";

/** The files of things that have a folder each. `list` throws PortalApiError; undefined where files are not offered. */
export function folderFiles({ role, folder, page, file, require }: FolderFiles) {
  const source: FileSource = {
    role,
    open: folder.open,
    page: ({ id = "" }) => page(id),
    async find(portal, { id = "", name = "" }) {
      await require(portal, id);
      if (!isFileName(name)) return undefined;
      const contentType = contentTypes[formatOf(name).toLowerCase()] ?? "application/octet-stream";
      const params = { clientId: portal.account.clientId, id, fileName: name };
      return { name, contentType, params };
    },
  };
  const list = async ({ context }: RouteArgs, portal: Portal, id: string) => {
    if (!offers(context.config, "files")) return undefined;
    const { clientId } = portal.account;
    const files = await filesOf(context, portal).list(folder.list, { clientId, id }, partOptions);
    return files.map(({ Name, Properties }): FileView => {
      const bytes = Number(Properties?.["Content-Length"] || Number.NaN);
      const detail = fileDetail(formatOf(Name).toUpperCase(), Number.isFinite(bytes) ? bytes : undefined);
      return { title: Name, detail, to: file(id, Name) };
    });
  };
  return { source, list };
}
