export * from "#server/identity/roles.ts";
