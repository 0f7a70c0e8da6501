import type { Role } from '../../domain/access/permissions.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { DemoCompany } from '../../domain/users/user.ts'

type Login = { email: string; role: Role; name: string; isEmailVerified?: false; isActivated?: false }

/** Demo logins, all in `ic`. */
export const demoLogins: readonly Login[] = [
  { email: 'admin@waybill.test', role: 'admin', name: 'Awa Kouassi' },
  { email: 'seller@waybill.test', role: 'seller', name: 'Mariam Coulibaly' },
  { email: 'agent@waybill.test', role: 'agent', name: 'Serge Konan' },
  { email: 'moderator@waybill.test', role: 'moderator', name: 'Estelle Yao' },
  { email: 'delivery@waybill.test', role: 'delivery', name: 'Drissa Bamba' },
  {
    email: 'unverified@waybill.test',
    role: 'seller',
    name: 'Nadège Aka',
    isEmailVerified: false,
    isActivated: false,
  },
  { email: 'inactive@waybill.test', role: 'seller', name: 'Lassina Soro', isActivated: false },
]

export const demoCompany: DemoCompany = {
  password: 'waybill-demo',
  logins: demoLogins.map(({ email, role, isEmailVerified = true, isActivated = true }) => ({
    email,
    role,
    gate: isEmailVerified ? (isActivated ? 'open' : 'inactive') : 'unverified',
  })),
}

/** Percentage of orders and number of staff by country. */
export const branches: Record<
  CountryCode,
  { share: number; sellers: number; agents: number; delivery: number; moderators: number }
> = {
  ic: { share: 40, sellers: 5, agents: 2, delivery: 9, moderators: 1 },
  sn: { share: 15, sellers: 4, agents: 2, delivery: 5, moderators: 1 },
  fr: { share: 15, sellers: 4, agents: 2, delivery: 5, moderators: 1 },
  tn: { share: 12, sellers: 3, agents: 1, delivery: 4, moderators: 1 },
  bf: { share: 10, sellers: 3, agents: 1, delivery: 4, moderators: 1 },
  lib: { share: 8, sellers: 2, agents: 1, delivery: 3, moderators: 1 },
}

/** Admins who make calls besides admin@waybill.test. */
export const callers = 4
/** Days of history, up to now. */
export const historyDays = 150
