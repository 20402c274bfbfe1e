/** The permissions of an organization's members. */
import { Type } from "typebox";

/** All permissions that a request may need. */
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

export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return ALLOWED[role];
}

export function rolesWith(permission: Permission): Role[] {
  return ROLES.filter((role) => ALLOWED[role].has(permission));
}
