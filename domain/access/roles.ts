export const roles = ['admin', 'seller', 'agent', 'moderator', 'delivery'] as const
export type Role = (typeof roles)[number]

export const isRole = (value: unknown): value is Role => roles.includes(value as Role)
