import { parseArgs } from 'node:util'
import { StartRefusal } from '../core/errors.ts'
import {
  activateAccount,
  endAccountSessions,
  endAllSessions,
  listAccounts,
  resetAccountFactor,
  setPassword,
  unlockAccount,
} from './admin/accounts.ts'
import { createAdmin, type GivenAdmin } from './admin/create.ts'
import { migrateDatabase } from './admin/migrate.ts'
import { retainCustomers } from './admin/retention.ts'
import { rotateSecrets } from './admin/rotate-secrets.ts'
import { seedCompany } from './admin/seed.ts'
import { doctor } from './doctor/doctor.ts'
import { runCli } from './run-cli.ts'

type Given = GivenAdmin & {
  orders?: string | undefined
  role?: string | undefined
  all?: boolean | undefined
  'dry-run'?: boolean | undefined
  strict?: boolean | undefined
}

type Command = {
  /** After the name, for the usage. */
  takes: string
  does: string
  /** Whether it takes an e-mail after its name. */
  ofAccount?: boolean
  run: (given: Given, email: string) => Promise<void>
}

const commands: Readonly<Record<string, Command>> = {
  create: {
    takes: '[--name ...] [--email ...] [--phone ...] [--country ic]',
    does: 'Creates an administrator. What is not given is asked for; the password always is, unless ADMIN_PASSWORD holds it.',
    run: createAdmin,
  },
  list: {
    takes: '[--role admin]',
    does: 'Lists the accounts.',
    run: ({ role }) => listAccounts(role),
  },
  password: {
    takes: 'EMAIL',
    does: 'Sets a password, asked for or of ADMIN_PASSWORD, and ends the sessions of the account.',
    ofAccount: true,
    run: (_, email) => setPassword(email),
  },
  unlock: {
    takes: 'EMAIL',
    does: 'Forgets the failed logins that keep an account out.',
    ofAccount: true,
    run: (_, email) => unlockAccount(email),
  },
  'reset-second-factor': {
    takes: 'EMAIL',
    does: 'Removes the authenticator app, passkeys and recovery codes of an account, ends its sessions and mails its owner.',
    ofAccount: true,
    run: (_, email) => resetAccountFactor(email),
  },
  activate: {
    takes: 'EMAIL',
    does: 'Lets an account in.',
    ofAccount: true,
    run: (_, email) => activateAccount(email, true),
  },
  deactivate: {
    takes: 'EMAIL',
    does: 'Shuts an account out and ends its sessions.',
    ofAccount: true,
    run: (_, email) => activateAccount(email, false),
  },
  'revoke-sessions': {
    takes: 'EMAIL | --all',
    does: 'Ends the sessions of an account, or of everybody.',
    run: ({ all }, email) => {
      if (all === (email !== '')) throw new StartRefusal('revoke-sessions takes an e-mail or --all.')
      return all ? endAllSessions() : endAccountSessions(email)
    },
  },
  migrate: {
    takes: '',
    does: 'Brings the database to the schema of this version, as a start does, and ends: a job before several servers start.',
    run: () => migrateDatabase(),
  },
  'rotate-secrets': {
    takes: '',
    does: 'Seals stored secrets with SECRETS_KEY that SECRETS_KEY_OLD has sealed.',
    run: () => rotateSecrets(),
  },
  seed: {
    takes: '--orders 1000000',
    does: 'Fills an empty database with the demo company and so many orders: minutes for a million.',
    run: ({ orders }) => seedCompany(orders),
  },
  retention: {
    takes: '[--dry-run]',
    does: 'Erases customers by the retention of their countries, and those whom a restored backup brought back; the server does so daily.',
    run: (given) => retainCustomers(given['dry-run'] === true),
  },
  doctor: {
    takes: '[--strict]',
    does: 'Checks the installation and says what to do. Exit code 1 for a problem, with --strict for a warning too.',
    run: ({ strict }) => doctor(strict === true),
  },
}

const usage = [
  'npm run admin -- COMMAND, in the database that DATA_DIR or DATABASE_URL names:',
  ...Object.entries(commands).map(
    ([name, { takes, does }]) => `  ${`${name} ${takes}`.trim()}\n      ${does}`,
  ),
].join('\n\n')

await runCli(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      email: { type: 'string' },
      phone: { type: 'string' },
      country: { type: 'string' },
      role: { type: 'string' },
      orders: { type: 'string' },
      all: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
    },
  })
  const [name = '', email = '', ...more] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined || more.length > 0) throw new StartRefusal(usage)
  if (command.ofAccount && email === '') throw new StartRefusal(`${name} takes the e-mail of an account.`)
  await command.run(values, email)
})
