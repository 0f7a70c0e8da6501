import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { queueMail } from '../../server/mail/queue-mail.ts'
import { sendMails } from '../../server/mail/send-mails.ts'
import { openMailRoom } from '../../server/mail/transport.ts'
import { openApi } from '../support/api/start-api.ts'
import { mailOrigin, readLetter, startMail } from '../support/mail/start-mail.ts'

const api = await openApi()
const mail = await startMail(api)
afterAll(() => mail.close())

const minute = 60_000
const hour = 60 * minute

const { queue, mailOf, mailTransportOf } = mail
const verify = (token: string) => api.anybody.post(`/users/verify-email/${token}`)

describe('a mail', () => {
  it('goes to the address and in the language that its user has when it is sent', async () => {
    const user = await api.createUser({ email: 'before@test.example' })
    await queue(user)
    await api.context.pool.query(
      "update users set email = 'after@test.example', language = 'de' where id = $1",
      [user.id],
    )
    expect(await mail.to('before@test.example')).toEqual([])
    const letter = await mail.oneTo('after@test.example')
    expect(letter.subject).toBe('Wählen Sie ein neues Passwort')
    expect(letter.html).toContain('<html lang="de">')
  })

  it('names its sender and is marked as generated automatically', async () => {
    const user = await api.createUser()
    await queue(user)
    const letter = await mail.oneTo(user.email)
    expect(letter.from).toEqual({ name: 'Waybill', address: 'waybill@waybill.example' })
    expect(letter.header('auto-submitted')).toBe('auto-generated')
    expect(letter.header('message-id')).toBe(`<${(await mailOf(user))!.id}@waybill.example>`)
    expect(letter.header('x-mailer')).toBeUndefined()
  })

  const names: [string, string, string][] = [
    ['with line breaks', 'Awa\r\nBcc: evil@evil.example\r\n\r\nKoné', 'Bonjour,'],
    ['with line breaks alone', 'Awa\r\nSubject\u2028Koné', 'Bonjour Awa Subject Koné,'],
    ['with markup', '<b>Awa</b> & "Koné"', 'Bonjour,'],
    ['with quotes and ampersands', '"Awa" & O\'Neil <x>', 'Bonjour "Awa" & O\'Neil <x>,'],
    ['that is an advertisement', 'Gagnez un iPhone sur evil.example', 'Bonjour,'],
    ['without an end', 'Kouassi '.repeat(15).trim(), `Bonjour ${'Kouassi '.repeat(7)}Koua…,`],
  ]
  for (const [what, name, hello] of names) {
    it(`greets a name ${what} harmlessly`, async () => {
      const user = await api.createUser({ name })
      await queue(user)
      const letter = await mail.oneTo(user.email)
      expect(letter.text.split('\n')[0]).toBe(hello)
      expect(letter.to).toBe(user.email)
      expect(letter.headerNames).not.toContain('bcc')
      expect(letter.html).not.toMatch(/<b>|<x>|evil/)
    })
  }

  it('is not sent to deleted users, nor to confirm a confirmed address', async () => {
    const [gone, confirmed] = [await api.createUser(), await api.createUser()]
    await queue(gone)
    await queue(confirmed, 'verify-email')
    await api.context.pool.query('update users set deleted_at = now() where id = $1', [gone.id])
    expect([...(await mail.to(gone.email)), ...(await mail.to(confirmed.email))]).toEqual([])
    expect([await mailOf(gone), await mailOf(confirmed)]).toEqual([undefined, undefined])
  })

  it('is never sent when its change is rolled back', async () => {
    const user = await api.createUser()
    const rolledBack = api.context.db.transaction(async (tx) => {
      await queueMail(tx, 'activated', user.id, api.context.now())
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await mail.to(user.email)).toEqual([])
  })

  it('stores no usable secret', async () => {
    const user = await api.createUser({ isEmailVerified: false })
    await queue(user, 'verify-email')
    const { token } = await mail.oneTo(user.email)
    const tables = await Promise.all(
      ['mails', 'account_tokens', 'events', 'changes'].map((table) =>
        api.context.pool.query(`select ${table}::text as row from ${table}`),
      ),
    )
    for (const { row } of tables.flatMap(({ rows }) => rows)) expect(row).not.toContain(token)
    expect((await verify(token)).status).toBe(204)
  })
})

describe('a mail server that is down', () => {
  it('gets the mail once it is back, with a link that is as good as new', async () => {
    const user = await api.createUser({ isEmailVerified: false })
    await queue(user, 'verify-email')
    await mail.smtp.stop()
    expect(await mail.to(user.email)).toEqual([])
    expect(await mailOf(user)).toMatchObject({ attempts: 1, sentAt: null, failedAt: null })
    expect(mail.warnings.at(-1)).toMatch(/^A mail \(verify-email\) was not sent, again at .*ECONNREFUSED/)
    await mail.smtp.start()
    expect(await mail.to(user.email)).toEqual([])
    api.clock.advance(47 * hour)
    expect((await verify((await mail.oneTo(user.email)).token)).status).toBe(204)
    expect(await mailOf(user)).toMatchObject({ attempts: 2, sentAt: expect.any(Date) })
  })

  it('is tried with growing pauses for most of a day, then not again', async () => {
    const user = await api.createUser()
    await queue(user)
    mail.smtp.refuse(true)
    const begun = api.context.now().getTime()
    const pauses: number[] = []
    for (let tries = 1; tries <= 7; tries++) {
      await mail.to(user.email)
      const { attempts, dueAt } = (await mailOf(user))!
      expect(attempts).toBe(tries)
      const pause = dueAt.getTime() - api.context.now().getTime()
      pauses.push(pause)
      api.clock.advance(pause)
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(api.context.now().getTime() - begun).toBeLessThan(24 * hour)
    expect(await mail.to(user.email)).toEqual([])
    expect(await mailOf(user)).toMatchObject({ attempts: 8, failedAt: expect.any(Date), sentAt: null })
    expect(mail.warnings.at(-1)).toMatch(/will not be tried again: .*no room/)
    expect(mail.warnings.join()).not.toContain(user.email)
    mail.smtp.refuse(false)
    api.clock.advance(48 * hour)
    expect(await mail.to(user.email)).toEqual([])
  })

  it('holds up no other mail', async () => {
    const [unlucky, lucky] = [await api.createUser(), await api.createUser()]
    await queue(unlucky)
    await queue(lucky)
    const delivered: string[] = []
    const room = mailTransportOf(async ({ to }) => {
      if (to === unlucky.email) throw new Error(`no such mailbox: ${to}`)
      delivered.push(to)
    })
    await sendMails(api.context, room)
    expect(delivered).toEqual([lucky.email])
    expect(mail.warnings.at(-1)).toMatch(/no such mailbox: the recipient$/)
  })
})

describe('without a mail server', () => {
  it('mails are files for the owner of the data folder, and their links are said', async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-mail-'))
    const said: string[] = []
    const log = { info: (line: string) => said.push(line), warn: () => {}, error: () => {} }
    const room = openMailRoom(
      { smtpUrl: undefined, mailFrom: null, dataDir, exposure: null },
      mailOrigin,
      log,
    )
    const user = await api.createUser({ isEmailVerified: false })
    await queue(user, 'verify-email')
    await sendMails(api.context, room)
    const folder = path.join(dataDir, 'mail')
    const files = readdirSync(folder)
    expect(files).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f-]{36}\.eml$/)])
    const file = path.join(folder, files[0]!)
    expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
    const letter = await readLetter(readFileSync(file))
    expect(letter).toMatchObject({ to: user.email, from: { address: 'no-reply@waybill.example' } })
    expect(said).toEqual([`Mail to ${user.email}, "${letter.subject}": ${letter.link}`])
    expect((await verify(letter.token)).status).toBe(204)
    rmSync(dataDir, { recursive: true })
  })

  it('and with one, no link is said', async () => {
    const said: string[] = []
    const log = { info: (line: string) => said.push(line), warn: () => {}, error: () => {} }
    const config = {
      smtpUrl: mail.smtp.url,
      mailFrom: { name: 'Équipe', address: 'a@b.example' },
      dataDir: '',
      exposure: null,
    }
    const user = await api.createUser()
    await queue(user)
    await sendMails(api.context, openMailRoom(config, mailOrigin, log))
    expect((await mail.oneTo(user.email)).from).toEqual({ name: 'Équipe', address: 'a@b.example' })
    expect(said).toEqual([])
  })
})
