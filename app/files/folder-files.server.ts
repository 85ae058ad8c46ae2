import { offers } from "#app/document/offers.ts";
import { optionalCallOptions } from "#app/errors/tolerate.ts";
import { filesOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { isFileName, type Folder } from "#shared/portal-api/files.ts";
import { fileDetail, type FileSource, type FileView } from "./download.server.ts";

interface FolderFiles extends Pick<FileSource, "role"> {
  readonly folder: Folder;
  readonly page: (id: string) => string;
  readonly file: (id: string, name: string) => string;
  /** Returns the id as the API spells it, which is the folder's name. Must throw for another account's id. */
  readonly resolveId: (portal: Portal, id: string) => Promise<string>;
}

const contentTypes: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  csv: "text/csv; charset=utf-8",
};

const formatOf = (name: string) => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1] ?? "";

/** The files in the folder of a ticket, quote and so on. `list` returns undefined if there's no files service; throws PortalApiError. */
export function folderFiles({ role, folder, page, file, resolveId }: FolderFiles) {
  const source: FileSource = {
    role,
    open: folder.open,
    page: ({ id = "" }) => page(id),
    async find(portal, { id: idFromUrl = "", name = "" }) {
      const id = await resolveId(portal, idFromUrl);
      if (!isFileName(name)) return undefined;
      const contentType = contentTypes[formatOf(name).toLowerCase()] ?? "application/octet-stream";
      const params = { clientId: portal.account.clientId, id, fileName: name };
      return { name, contentType, params };
    },
  };
  const listFolder = async ({ context }: RouteArgs, portal: Portal, id: string) => {
    const { clientId } = portal.account;
    const files = await filesOf(context, portal).list(folder.list, { clientId, id }, optionalCallOptions);
    return files.map(({ name, size }): FileView => ({
      // Direction marks could make a name look like a different one.
      title: name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ""),
      detail: fileDetail(formatOf(name).toUpperCase(), size),
      to: isFileName(name) ? file(id, name) : undefined,
    }));
  };
  const list = async (args: RouteArgs, portal: Portal, idFromUrl: string) => {
    if (!offers(args.context.config, "files")) return undefined;
    // Both calls start together, because the URL nearly always spells the id as the API does.
    const files = listFolder(args, portal, idFromUrl);
    files.catch(() => undefined);
    const id = await resolveId(portal, idFromUrl);
    return id === idFromUrl ? files : listFolder(args, portal, id);
  };
  return { source, list };
}
