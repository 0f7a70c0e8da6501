import type { Role } from '../../domain/access/roles.ts'
import { type CountryCode, countryCodes } from '../../domain/countries.ts'
import { fold } from '../../domain/lib/fold.ts'
import type { users } from '../db/schema.ts'
import { branches, callers, demoLogins, historyDays } from './demo-company.ts'
import { idAt } from './id-at.ts'
import { people } from './people.ts'
import { mobileNumber } from './phones.ts'
import type { Random } from './random.ts'

export type DemoUser = typeof users.$inferSelect

export type Branch = { sellers: DemoUser[]; agents: DemoUser[]; delivery: DemoUser[]; moderators: DemoUser[] }
export type Staff = { everybody: DemoUser[]; admins: DemoUser[]; branches: Record<CountryCode, Branch> }

const day = 86_400_000

/** Everybody who works for the demo company. The logins that are told come first, then admins, then the countries. */
export const makeStaff = (random: Random, now: Date, passwordHash: string): Staff => {
  const everybody: DemoUser[] = []
  const hire = (country: CountryCode, role: Role, known: Partial<DemoUser> = {}): DemoUser => {
    const number = everybody.length + 1
    const name = known.name ?? personName(random, country)
    // The told logins keep their places in every list by having been here first.
    const since = new Date(now.getTime() - historyDays * day - random.between(1, 60) * day + number * 1000)
    const user: DemoUser = {
      id: idAt(random, since.getTime()),
      number,
      country,
      version: 1,
      createdAt: since,
      updatedAt: since,
      deletedAt: null,
      name,
      role,
      email: `${fold(name).replaceAll(' ', '.')}.${number}@waybill.test`,
      phone: mobileNumber(random, country),
      passwordHash,
      isEmailVerified: true,
      isActivated: true,
      activation: known.isActivated === false ? null : since,
      package: null,
      language: 'fr',
      ...known,
    }
    everybody.push(user)
    return user
  }
  const told = demoLogins.map((login) => hire('ic', login.role, login))
  const admins = [told[0]!, ...Array.from({ length: callers }, () => hire('ic', 'admin'))]
  const team = (country: CountryCode, role: Role, count: number): DemoUser[] => {
    const first = country === 'ic' ? told.filter((user) => user.role === role && user.isActivated) : []
    return [...first, ...Array.from({ length: count - first.length }, () => hire(country, role))]
  }
  const teams = countryCodes.map((country): [CountryCode, Branch] => {
    const { sellers, agents, delivery, moderators } = branches[country]
    return [
      country,
      {
        sellers: team(country, 'seller', sellers),
        agents: team(country, 'agent', agents),
        delivery: team(country, 'delivery', delivery),
        moderators: team(country, 'moderator', moderators),
      },
    ]
  })
  return { everybody, admins, branches: Object.fromEntries(teams) as Staff['branches'] }
}

export const personName = (random: Random, country: CountryCode): string =>
  `${random.pick(people[country].first)} ${random.pick(people[country].last)}`
