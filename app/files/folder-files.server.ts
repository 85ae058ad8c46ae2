import { offers } from "#app/document/offers.ts";
import { partOptions } from "#app/errors/tolerate.ts";
import { isFileName, type Folder } from "#app/portal-api/files.ts";
import { filesOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { fileDetail, type FileSource, type FileView } from "./download.server.ts";

interface FolderFiles extends Pick<FileSource, "role"> {
  readonly folder: Folder;
  readonly page: (id: string) => string;
  readonly file: (id: string, name: string) => string;
  /**
   * The thing's id as the API has it, which names its folder; an address may say it otherwise. Throws for a thing that is
   * not the account's: whose a file is, the files service need not know.
   */
  readonly require: (portal: Portal, id: string) => Promise<string>;
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
    async find(portal, { id: asked = "", name = "" }) {
      const id = await require(portal, asked);
      if (!isFileName(name)) return undefined;
      const contentType = contentTypes[formatOf(name).toLowerCase()] ?? "application/octet-stream";
      const params = { clientId: portal.account.clientId, id, fileName: name };
      return { name, contentType, params };
    },
  };
  const listIn = async ({ context }: RouteArgs, portal: Portal, id: string) => {
    const { clientId } = portal.account;
    const files = await filesOf(context, portal).list(folder.list, { clientId, id }, partOptions);
    return files.map(({ Name, Properties }): FileView => {
      const bytes = Number(Properties?.["Content-Length"] || Number.NaN);
      const detail = fileDetail(formatOf(Name).toUpperCase(), Number.isFinite(bytes) ? bytes : undefined);
      return { title: Name, detail, to: file(id, Name) };
    });
  };
  const list = async (args: RouteArgs, portal: Portal, asked: string) => {
    if (!offers(args.context.config, "files")) return undefined;
    // At the same time, since the address nearly always says the id as the API does.
    const files = listIn(args, portal, asked);
    files.catch(() => undefined);
    const id = await require(portal, asked);
    return id === asked ? files : listIn(args, portal, id);
  };
  return { source, list };
}
