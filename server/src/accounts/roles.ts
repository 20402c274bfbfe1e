/** What a member of an organization may do. */
import { Type } from "typebox";

/** What a request may need to be allowed. */
export const PERMISSIONS = ["read", "act", "issue", "upload", "webhooks", "manage"] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ["owner", "issuer", "operator", "reader"] as const;
export const RoleName = Type.Enum(ROLES, { title: "Role" });
export type Role = (typeof ROLES)[number];

const ALLOWED: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  owner: new Set(PERMISSIONS),
  issuer: new Set(["read", "act", "issue", "upload"]),
  operator: new Set(["read", "act", "upload", "webhooks"]),
  reader: new Set(["read"]),
};

/** What a role allows. */
export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return ALLOWED[role];
}

/** The roles that allow something. */
export function rolesWith(permission: Permission): Role[] {
  return ROLES.filter((role) => ALLOWED[role].has(permission));
}
