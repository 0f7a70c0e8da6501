import readline from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { defaultCountry, isCountryCode } from '../../domain/core/countries.ts'
import type { Field } from '../../domain/lib/field.ts'
import { validateField } from '../../domain/lib/validate.ts'
import { isCommonPassword } from '../../domain/users/common-passwords.ts'
import { type UserInput, users } from '../../domain/users/user.ts'
import { hashPassword } from '../auth/password.ts'
import { readConfig } from '../config/config.ts'
import { StartRefusal } from '../core/errors.ts'
import { newBatch } from '../crud/record-changes.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { openContext } from '../open-context.ts'
import { detailOf } from '../problems/problem.ts'
import { refusalOf } from '../problems/refusal-of.ts'
import { loadDemo } from '../seed/load-demo.ts'
import { createUser } from '../services/users/change-user.ts'
import { runCli } from './run-cli.ts'

const mostOrders = 1_000_000

/**
 * `npm run admin -- seed --orders 1000000`: demo data in an empty database. @throws StartRefusal if the server is exposed or
 * the database is not empty
 */
const seedCompany = async (orders: string | undefined): Promise<void> => {
  const count = /^\d{1,7}$/.test(orders ?? '') ? Number(orders) : Number.NaN
  if (!(count <= mostOrders))
    throw new StartRefusal(`--orders must be a whole number up to ${mostOrders}, not "${orders ?? ''}".`)
  const config = readConfig(process.env)
  if (config.exposure !== null) {
    throw new StartRefusal(`The demo company has public passwords and stays at home, but ${config.exposure}.`)
  }
  const { context, close } = await openContext(config, console)
  try {
    const isLoaded = await loadDemo(context, { orders: count, log: console })
    if (!isLoaded) {
      throw new StartRefusal(
        'There is somebody in this database already: set DATA_DIR or DATABASE_URL to an empty one.',
      )
    }
  } finally {
    await close()
  }
}

type Prompt = {
  /** `isSecret`: input is not echoed. */
  ask: (question: string, options: { isSecret: boolean }) => Promise<string>
  close: () => void
}

/** Prompt at the terminal; null without one. */
const openPrompt = (): Prompt | null => {
  if (!process.stdin.isTTY) return null
  let isMuted = false
  const output = new Writable({
    write: (chunk, encoding, done) => {
      if (!isMuted) process.stdout.write(chunk, encoding)
      done()
    },
  })
  const lines = readline.createInterface({ input: process.stdin, output, terminal: true })
  const left = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new StartRefusal('Nothing was created.')))
  })
  left.catch(() => undefined)
  return {
    ask: async (question, { isSecret }) => {
      process.stdout.write(`${question}: `)
      isMuted = isSecret
      try {
        return await Promise.race([lines.question(''), left])
      } finally {
        if (isSecret) process.stdout.write('\n')
        isMuted = false
      }
    },
    close: () => lines.close(),
  }
}

const usage = `npm run admin -- create [--name ...] [--email ...] [--phone ...] [--country ic]

Creates an administrator in the database that DATA_DIR or DATABASE_URL names. What is not given is asked for;
the password always is, unless ADMIN_PASSWORD holds it.

npm run admin -- seed --orders 1000000

Fills that database, where it is empty, with the demo company and so many orders: minutes for a million.`

const asked = ['country', 'name', 'email', 'phone', 'password'] as const
type Name = (typeof asked)[number]

/** `create`: the first admin, who creates other users in the console. `seed`: demo data. */
const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      email: { type: 'string' },
      phone: { type: 'string' },
      country: { type: 'string' },
      orders: { type: 'string' },
    },
  })
  if (positionals.join(' ') === 'seed') return seedCompany(values.orders)
  if (positionals.join(' ') !== 'create') throw new StartRefusal(usage)
  const { orders: _, ...given } = values
  const input = await ask({ ...given, password: process.env.ADMIN_PASSWORD })
  const passwordHash = await hashPassword(input.password)
  const { context, close } = await openContext(readConfig(process.env), console)
  try {
    const { password: __, ...rest } = input
    const user = await inTransaction(context, (tx) =>
      createUser(tx, null, newBatch(context), { ...rest, passwordHash }),
    )
    console.log(`${user.name} (${user.email}) can log in as an administrator.`)
  } catch (error) {
    const { code } = refusalOf(error)
    throw code === 'INTERNAL' ? error : new StartRefusal(detailOf(code, language()).text)
  } finally {
    await close()
  }
}

/** Uses given values, asks for the others, and repeats invalid ones; without a terminal, refuses. */
const ask = async (given: Partial<Record<Name, string>>): Promise<UserInput> => {
  const prompt = openPrompt()
  const input: Record<string, unknown> = { role: 'admin' }
  try {
    for (const name of asked) {
      let text = given[name]
      for (;;) {
        text ??= name === 'country' && !prompt ? defaultCountry : undefined
        if (text === undefined && prompt === null) throw new StartRefusal(`--${name} is missing.\n\n${usage}`)
        text ??= await prompt!.ask(labels[name], { isSecret: name === 'password' })
        if (name === 'country' && text === '') text = defaultCountry
        const problem = check(name, text, input)
        if (problem === null) break
        if (prompt === null) throw new StartRefusal(`${name}: ${problem}`)
        console.log(problem)
        text = undefined
      }
    }
  } finally {
    prompt?.close()
  }
  return input as UserInput
}

const labels: Record<Name, string> = {
  country: `Country, one of ic sn tn fr lib bf (${defaultCountry})`,
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  password: 'Password, not shown',
}

const check = (name: Name, text: string, input: Record<string, unknown>): string | null => {
  const country = isCountryCode(input.country) ? input.country : defaultCountry
  const checked = validateField(users.fields[name] as Field, text, { country })
  if (!checked.ok) return detailOf(checked.code, language()).text
  if (name === 'password' && isCommonPassword(text)) return detailOf('PASSWORD_TOO_COMMON', language()).text
  input[name] = checked.value
  return null
}

/** Language of the terminal: `fr_FR.UTF-8`. */
const language = (): string =>
  (process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '').startsWith('fr') ? 'fr' : 'en'

await runCli(main)
