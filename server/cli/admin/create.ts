import type { Role } from '../../../domain/access/permissions.ts'
import { defaultCountry, isCountryCode } from '../../../domain/core/countries.ts'
import type { Field } from '../../../domain/lib/field.ts'
import { validateField } from '../../../domain/lib/validate.ts'
import { whyNotPassword } from '../../../domain/users/password-rule.ts'
import { type UserInput, users } from '../../../domain/users/user.ts'
import { hashPassword } from '../../auth/password.ts'
import { readConfig } from '../../config/config.ts'
import { readSecretFiles } from '../../config/secret-files.ts'
import { StartRefusal } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { detailOf } from '../../problems/problem.ts'
import { refusalOf } from '../../problems/refusal-of.ts'
import { createUser } from '../../services/users/create-user.ts'
import { openOperatorContext } from '../operator-context.ts'
import { openPrompt, terminalLanguage } from '../prompt.ts'

const asked = ['country', 'name', 'email', 'phone', 'password'] as const
type Name = (typeof asked)[number]
export type GivenAdmin = Partial<Record<Exclude<Name, 'password'>, string | undefined>>

/** An administrator, of what is given and what the terminal is asked for. @throws StartRefusal */
export const createAdmin = async (given: GivenAdmin): Promise<void> => {
  const password = readSecretFiles(process.env).ADMIN_PASSWORD
  const input = await askFor(asked, { ...given, password }, 'admin')
  const passwordHash = await hashPassword(input.password)
  const { context, close } = await openOperatorContext(readConfig(process.env))
  try {
    const { password: _, ...rest } = input
    const user = await inTransaction(context, (tx) =>
      createUser(tx, null, newBatch(context), { ...rest, role: 'admin', passwordHash }),
    )
    console.log(`${user.name} (${user.email}) can log in as an administrator.`)
  } catch (error) {
    const { code } = refusalOf(error)
    throw code === 'INTERNAL' ? error : new StartRefusal(detailOf(code, terminalLanguage()).text)
  } finally {
    await close()
  }
}

/** Of an account with this role: uses given values, asks for the others, and repeats invalid ones; without a terminal, refuses. */
export const askFor = async <Asked extends Name>(
  names: readonly Asked[],
  given: Partial<Record<Name, string | undefined>>,
  role: Role,
): Promise<Pick<UserInput, Asked>> => {
  const prompt = openPrompt()
  const input: Record<string, unknown> = {}
  try {
    for (const name of names) {
      let text = given[name]
      for (;;) {
        text ??= name === 'country' && !prompt ? defaultCountry : undefined
        if (text === undefined && prompt === null) throw new StartRefusal(`${missing(name)} is missing.`)
        text ??= await prompt!.ask(labels[name], { isSecret: name === 'password' })
        if (name === 'country' && text === '') text = defaultCountry
        const problem = check(name, text, input, role)
        if (problem === null) break
        if (prompt === null) throw new StartRefusal(`${name}: ${problem}`)
        console.log(problem)
        text = undefined
      }
    }
  } finally {
    prompt?.close()
  }
  return input as Pick<UserInput, Asked>
}

const missing = (name: Name): string =>
  name === 'password' ? 'ADMIN_PASSWORD (or ADMIN_PASSWORD_FILE)' : `--${name}`

const labels: Record<Name, string> = {
  country: `Country, one of ic sn tn fr lib bf (${defaultCountry})`,
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  password: 'Password, not shown',
}

const check = (name: Name, text: string, input: Record<string, unknown>, role: Role): string | null => {
  const country = isCountryCode(input.country) ? input.country : defaultCountry
  const checked = validateField(users.fields[name] as Field, text, { country })
  if (!checked.ok) return detailOf(checked.code, terminalLanguage()).text
  const weak = name === 'password' ? whyNotPassword(text, role) : null
  if (weak !== null) return detailOf(weak, terminalLanguage()).text
  input[name] = checked.value
  return null
}
