import type { CountryCode } from '../countries.ts'
import type { Role } from './roles.ts'

/** Who acts: what access decisions look at, and nothing more. */
export type Actor = {
  id: string
  role: Role
  country: CountryCode
  isEmailVerified: boolean
  isActivated: boolean
}
