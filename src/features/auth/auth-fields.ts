import type { InputHTMLAttributes } from 'react'
import type { Code } from '../../../domain/codes.ts'

/** The fields of these forms, each with what the browser and its password manager should know. */
export const authFields = {
  name: { type: 'text', autoComplete: 'name', autoCapitalize: 'words' },
  email: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'username',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  country: { type: 'country' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  password: { type: 'password', autoComplete: 'current-password' },
  firstPassword: { type: 'password', autoComplete: 'new-password' },
  newPassword: { type: 'password', autoComplete: 'new-password' },
  confirmation: { type: 'password', autoComplete: 'new-password' },
} as const satisfies Record<string, { type: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>>

export type AuthField = keyof typeof authFields

/** What is wrong with a field: the product's codes, and the one that only the screen can find. */
export type FieldCode = Code | 'PASSWORDS_DIFFER'

export type FieldErrors = Partial<Record<AuthField, FieldCode>>
export type AuthValues = Partial<Record<AuthField, string>>
