import { afterAll, beforeAll, expect, it } from 'vitest'
import { slowPasswordHash, testPassword } from '../../support/api/insert-user.ts'
import { isFull, rounds } from '../../support/is-full.ts'
import {
  comparable,
  newAddress,
  signUpInput,
  startAccounts,
  type TestAccounts,
} from '../../support/mail/start-accounts.ts'
import { trackGuarantee } from '../../support/trust/guarantee.ts'

let accounts: TestAccounts
const known = { verified: [] as string[], unverified: [] as string[] }
beforeAll(async () => {
  accounts = await startAccounts({ answerStep: undefined })
  for (const kind of ['verified', 'unverified'] as const) {
    const users = Array.from({ length: 20 }, () =>
      accounts.api.createUser({ isEmailVerified: kind === 'verified', passwordHash: slowPasswordHash }),
    )
    known[kind] = (await Promise.all(users)).map(({ email }) => email)
  }
})
afterAll(() => accounts.close())

type Answer = Parameters<typeof comparable>[0]
type Kind = keyof typeof known
type Tried = { name: string; call: (email: string) => Promise<Answer>; atOnce: number; kinds: Kind[] }

const calls: Tried[] = [
  // Hashes share two threads: side by side they would measure each other. No way of a login knows verified from not.
  {
    name: 'login',
    call: (email) => accounts.logIn(email, `${testPassword}!`),
    atOnce: 1,
    kinds: ['verified'],
  },
  {
    name: 'register',
    call: (email) => accounts.register(signUpInput({ email })),
    atOnce: 4,
    kinds: ['verified', 'unverified'],
  },
  {
    name: 'forgot',
    call: (email) => accounts.forget(email),
    atOnce: 8,
    kinds: ['verified', 'unverified'],
  },
  {
    name: 'resend',
    call: (email) => accounts.resend(email),
    atOnce: 8,
    kinds: ['verified', 'unverified'],
  },
]

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** An answer without the request id and the echoed address. */
const comparableAnswer = (answer: Answer, email: string): string =>
  JSON.stringify(comparable(answer))
    .replaceAll(email, '@')
    .replace(/"(requestId|content-length)":"[^"]*"/g, '')

/** Measures a known and an unknown address in pairs, so that both are affected by the same load. */
type Pair = { kind: Kind; known: number; unknown: number }

it.each(calls)('$name does not reveal who has an account', async ({ name, call, atOnce, kinds }) => {
  const guarantee = trackGuarantee(`${name} tells nothing of who has an account, by body, status or time`)
  const answers = new Set<string>()
  const timed = async (email: string): Promise<number> => {
    const began = performance.now()
    const answer = await call(email)
    const took = performance.now() - began
    answers.add(comparableAnswer(answer, email))
    guarantee.tried()
    return took
  }
  const pairs: Pair[] = []
  const tryPair = async (nth: number): Promise<void> => {
    const kind = kinds[nth % kinds.length]!
    const mine = known[kind][Math.floor(nth / kinds.length) % known[kind].length]!
    const probes = [() => timed(mine), () => timed(newAddress())]
    // Alternate which one is first.
    const isTurned = Math.floor(nth / kinds.length) % 2 === 0
    if (isTurned) probes.reverse()
    const times = atOnce === 1 ? await inTurn(probes) : await Promise.all(probes.map((ask) => ask()))
    const [ofKnown, ofUnknown] = isTurned ? times.reverse() : times
    pairs.push({ kind, known: ofKnown ?? 0, unknown: ofUnknown ?? 0 })
  }
  for (let at = 0; at < rounds(250, 6); at += atOnce) {
    // Advance the clock past the rate limits, which apply to both.
    accounts.api.clock.advance(61 * 60_000)
    await Promise.all(Array.from({ length: atOnce }, (_, nth) => tryPair(at + nth)))
  }
  if (answers.size !== 1)
    guarantee.broke(`${answers.size} different answers: ${[...answers].join('\n').slice(0, 800)}`)
  const sums = kinds.map((kind) => {
    const mine = pairs.filter((pair) => pair.kind === kind)
    expect(mine.length).toBeGreaterThan(0)
    const [ofKnown, ofUnknown] = [
      median(mine.map((pair) => pair.known)),
      median(mine.map((pair) => pair.unknown)),
    ]
    const apart = Math.abs(median(mine.map((pair) => pair.known - pair.unknown))) / ofUnknown
    return { kind, ofKnown, ofUnknown, apart }
  })
  for (const { kind, apart } of sums)
    if (isFull && apart > 0.05) guarantee.broke(`${kind}: ${(apart * 100).toFixed(1)} % apart`)
  guarantee.report(
    sums
      .map(
        ({ kind, ofKnown, ofUnknown, apart }) =>
          `${kind} ${ofKnown.toFixed(1)} and unknown ${ofUnknown.toFixed(1)} ms, pairs ${(apart * 100).toFixed(1)} % apart`,
      )
      .join('; '),
  )
})

const inTurn = async (probes: (() => Promise<number>)[]): Promise<number[]> => {
  const times: number[] = []
  for (const ask of probes) times.push(await ask())
  return times
}
