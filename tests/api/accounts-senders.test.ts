import { afterAll, describe, expect, it } from 'vitest'
import { claimMail, keepSending, sendMails } from '../../server/mail/send-mails.ts'
import type { Letter } from '../../server/mail/transport.ts'
import type { TestUser } from '../support/api/insert-user.ts'
import { openApi } from '../support/api/start-api.ts'
import { startMail } from '../support/mail/start-mail.ts'

type Inbox = {
  /** The delivery function of the transport. */
  take: (letter: Letter) => Promise<void>
  /** Resolves with the next letter, once it has come. */
  next: () => Promise<Letter>
}

/** Awaits delivered mails one by one. */
const openInbox = (): Inbox => {
  const letters: Letter[] = []
  let wake = (): void => {}
  return {
    take: async (letter) => {
      letters.push(letter)
      wake()
    },
    next: async () => {
      while (letters.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return letters.shift()!
    },
  }
}

const api = await openApi()
const mail = await startMail(api)
afterAll(() => mail.close())

const minute = 60_000

const { queue, mailOf, mailTransportOf } = mail
const verify = (token: string) => api.anybody.post(`/users/verify-email/${token}`)

describe('several senders', () => {
  it('send each mail once', async () => {
    const users: TestUser[] = []
    for (let count = 0; count < 12; count++) users.push(await api.createUser())
    for (const user of users) await queue(user)
    const delivered: string[] = []
    const room = mailTransportOf(async ({ to }) => {
      delivered.push(to)
    })
    await Promise.all(Array.from({ length: 4 }, () => sendMails(api.context, room)))
    for (const { email } of users) expect(delivered.filter((to) => to === email)).toHaveLength(1)
  })

  it('take over what one that has died had begun, not before', async () => {
    const user = await api.createUser({ isEmailVerified: false })
    await queue(user, 'verify-email')
    const dead = await claimMail(api.context)
    expect(dead!.user.id).toBe(user.id)
    expect(await mail.to(user.email)).toEqual([])
    api.clock.advance(5 * minute)
    const { token } = await mail.oneTo(user.email)
    // Both links are valid, in case the first mail was delivered after all.
    expect((await verify(dead!.path.split('/').at(-1)!)).status).toBe(204)
    expect((await verify(token)).status).toBe(204)
  })
})

describe('the sender of a running server', () => {
  it('sends at once what any instance queues, and what was queued before', async () => {
    const [early, late] = [await api.createUser(), await api.createUser()]
    await queue(early)
    const inbox = openInbox()
    const sender = keepSending(api.context, mailTransportOf(inbox.take))
    expect((await inbox.next()).to).toBe(early.email)
    await queue(late)
    expect((await inbox.next()).to).toBe(late.email)
    await sender.stop()
    expect(await mailOf(late)).toMatchObject({ sentAt: expect.any(Date) })
  })

  it('lets the mail that is under way go out before it stops, and begins no other', async () => {
    const [first, second] = [await api.createUser(), await api.createUser()]
    await queue(first)
    await queue(second)
    const inbox = openInbox()
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const sender = keepSending(
      api.context,
      mailTransportOf(async (letter) => {
        inbox.take(letter)
        await gate
      }),
    )
    await inbox.next()
    const stopped = sender.stop()
    release()
    await stopped
    expect(await mailOf(first)).toMatchObject({ sentAt: expect.any(Date) })
    expect(await mailOf(second)).toMatchObject({ sentAt: null, attempts: 0 })
    await mail.to(second.email)
  })

  it('leaves a mail that does not get through when it stops, for the next start', {
    tags: 'full',
  }, async () => {
    const user = await api.createUser()
    await queue(user)
    const inbox = openInbox()
    const sender = keepSending(
      api.context,
      mailTransportOf((letter, signal) => {
        inbox.take(letter)
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      }),
    )
    await inbox.next()
    await sender.stop()
    api.clock.advance(5 * minute)
    expect((await mail.oneTo(user.email)).to).toBe(user.email)
  })
})
