import { afterAll, describe, expect, it } from 'vitest'
import type { ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { User } from '../../domain/users/user.ts'
import { packages } from '../../server/db/schema.ts'
import { remindOfSellers } from '../../server/modules/accounts/remind-of-sellers.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { testPassword } from '../support/api/insert-user.ts'
import { openApi } from '../support/api/start-api.ts'
import { mailOrigin, startMail } from '../support/mail/start-mail.ts'

const api = await openApi()
const mail = await startMail(api)
const admin = await api.as('admin')
afterAll(() => mail.close())

const waiting = () => api.createUser({ role: 'seller', isActivated: false })
const toggle = (id: string, key?: string) => admin.put<User>(`/users/activate/${id}`, { ...(key && { key }) })
const update = (id: string, body: object) => admin.put<User & Problem>(`/users/${id}`, { body })
const lastBatch = async (id: string): Promise<string> => {
  const { rows } = await api.context.pool.query(
    'select batch_id from changes where record_id = $1 order by version desc limit 1',
    [id],
  )
  return rows[0].batch_id
}
const undo = async (id: string) =>
  (await admin.post<ChangeReport>(`/changes/${await lastBatch(id)}/undo`)).body

describe('an activation', () => {
  it('is dated, and mailed to the user', async () => {
    const user = await waiting()
    const { body } = await toggle(user.id)
    expect(body).toMatchObject({ isActivated: true, activation: body.updatedAt })
    expect(await mail.oneTo(user.email)).toMatchObject({
      subject: 'Votre compte est activé',
      link: `${mailOrigin}/auth/login`,
    })
  })

  it('is the same by a change of the user', async () => {
    const user = await waiting()
    const { body } = await update(user.id, { isActivated: true, name: 'Lassina Soro' })
    expect(body).toMatchObject({ isActivated: true, activation: body.updatedAt })
    expect((await mail.oneTo(user.email)).text).toContain('Lassina Soro')
  })

  it('is mailed once for a call that is sent twice', async () => {
    const user = await waiting()
    await toggle(user.id, 'one')
    await toggle(user.id, 'one')
    expect(await mail.to(user.email)).toHaveLength(1)
  })

  it('is not mailed to users who were active before, or no longer are', async () => {
    const [active, shutOut] = [await api.createUser(), await api.createUser()]
    const { body: still } = await update(active.id, { isActivated: true, name: 'Serge Konan' })
    expect(still.activation).toBe(active.activation!.toISOString())
    expect((await toggle(shutOut.id)).body).toMatchObject({ isActivated: false, activation: null })
    expect(await mail.to(active.email)).toEqual([])
    expect(await mail.to(shutOut.email)).toEqual([])
  })

  it('is not mailed when it is undone before the mail is sent', async () => {
    const user = await waiting()
    await toggle(user.id)
    await toggle(user.id)
    expect(await mail.to(user.email)).toEqual([])
    api.clock.advance(3_600_000)
    expect(await mail.to(user.email)).toEqual([])
    // An hour after the login, the calls below ask who is at the keyboard.
    await admin.post('/sessions/proof', { body: { password: testPassword } })
  })

  it('that is said in the body is the same however often a proxy repeats it', async () => {
    const user = await waiting()
    const say = (body: unknown) => admin.put<User>(`/users/activate/${user.id}`, { body })
    const activated = await say({ isActivated: true })
    expect(activated).toMatchObject({ status: 200, body: { isActivated: true } })
    expect((await say({ isActivated: true })).body).toEqual(activated.body)
    await mail.oneTo(user.email)
    const shutOut = await say({ isActivated: false })
    expect(shutOut).toMatchObject({ status: 200, body: { isActivated: false } })
    expect((await say({ isActivated: false })).body).toEqual(shutOut.body)
    expect(await mail.to(user.email)).toEqual([])
    for (const wrong of ['yes', 2, [true]])
      expect(await say({ isActivated: wrong })).toMatchObject({ status: 400 })
    expect(await say({ isActive: true })).toMatchObject({ status: 400 })
    expect(await say({})).toMatchObject({ status: 200, body: { isActivated: true } })
    expect(await toggle(user.id)).toMatchObject({ status: 200, body: { isActivated: false } })
  })

  it('is not mailed when it is refused', async () => {
    const [user, other] = [await waiting(), await api.createUser()]
    const answer = await update(user.id, { isActivated: true, email: other.email })
    await expectRefusal(answer, 409, 'EMAIL_TAKEN')
    expect(await mail.to(user.email)).toEqual([])
    expect(await mail.to(other.email)).toEqual([])
  })

  it('is undone with its date, and a deactivation too, without a word', async () => {
    const user = await waiting()
    const { body: activated } = await toggle(user.id)
    await mail.oneTo(user.email)
    expect(await undo(user.id)).toMatchObject({ counts: { changed: 1 } })
    const read = async () => (await admin.get<User>(`/users/${user.id}`)).body
    expect(await read()).toMatchObject({ isActivated: false, activation: null })
    expect(await undo(user.id)).toMatchObject({ counts: { changed: 1 } })
    expect(await read()).toMatchObject({ isActivated: true, activation: activated.activation })
    expect(await mail.to(user.email)).toEqual([])
  })

  it('is immediate for a user that an admin creates, verified and without a mail', async () => {
    const { body } = await admin.post<User>('/users', {
      body: {
        country: 'sn',
        name: 'Awa Ndiaye',
        role: 'agent',
        email: 'awa@test.example',
        phone: '77 123 45 67',
        password: 'soixante-quatre',
      },
    })
    expect(body).toMatchObject({ isEmailVerified: true, isActivated: true, activation: body.createdAt })
    expect(await mail.to('awa@test.example')).toEqual([])
  })
})

describe('sellers who wait for activation', () => {
  const listed = async () =>
    (await admin.get<{ items: User[] }>('/users?isWaiting=true&limit=500')).body.items.map(({ id }) => id)

  it('are those of all countries who confirmed their address and were never activated', async () => {
    const here = await waiting()
    const away = await api.createUser({ role: 'seller', country: 'tn', isActivated: false })
    const others = [
      await api.createUser({ role: 'seller', isActivated: false, isEmailVerified: false }),
      await api.createUser({ role: 'agent', isActivated: false }),
      await api.createUser({ role: 'seller' }),
    ]
    const shutOut = await api.createUser({ role: 'seller' })
    await toggle(shutOut.id)
    const found = await listed()
    expect(found).toEqual(expect.arrayContaining([here.id, away.id]))
    for (const { id } of [...others, shutOut]) expect(found).not.toContain(id)
    await toggle(away.id)
    expect(await listed()).not.toContain(away.id)
    await toggle(away.id)
    expect(await listed()).not.toContain(away.id)
  })

  it('are there again once their activation is undone, but not once they were shut out', async () => {
    const user = await waiting()
    await toggle(user.id)
    await undo(user.id)
    expect(await listed()).toContain(user.id)
    await toggle(user.id)
    await toggle(user.id)
    await undo(user.id)
    await undo(user.id)
    expect(await listed()).not.toContain(user.id)
  })

  it('are mailed to each administrator, once a day as long as somebody waits', async () => {
    const boss = await api.createUser({ role: 'admin', country: 'sn', language: 'en' })
    const former = await api.createUser({ role: 'admin', isActivated: false })
    const user = await waiting()
    await remindOfSellers(api.context)
    await remindOfSellers(api.context)
    const letter = await mail.oneTo(boss.email)
    expect(letter.subject).toBe('Sellers wait for activation')
    const link = new URL(letter.link)
    expect([link.origin, link.pathname]).toEqual([mailOrigin, '/users/list'])
    expect(link.searchParams.get('q')).toBe('isWaiting:true country:ic,sn,bf,tn,fr,lib')
    expect(await mail.to(former.email)).toEqual([])
    expect(await mail.to(user.email)).toEqual([])
    const hoursPass = (hours: number) =>
      api.context.pool.query(`update mails set created_at = created_at - interval '${hours} hours'`)
    await hoursPass(23)
    await remindOfSellers(api.context)
    expect(await mail.to(boss.email)).toEqual([])
    await hoursPass(2)
    await remindOfSellers(api.context)
    await mail.oneTo(boss.email)
    for (const id of await listed()) await toggle(id)
    await hoursPass(25)
    await remindOfSellers(api.context)
    expect(await mail.to(boss.email)).toEqual([])
  })
})

describe('the package of a user', () => {
  const insertPackage = async (pack: string, deletedAt: Date | null = null) => {
    const id = crypto.randomUUID()
    await api.context.db
      .insert(packages)
      .values({ id, country: 'ic', owner: admin.user.id, name: `Plan ${pack}`, pack, deletedAt })
    return id
  }

  it('is set, named and emptied', async () => {
    const [user, plan] = [await api.createUser(), await insertPackage('GOLD')]
    const set = await update(user.id, { package: plan })
    expect(set.body).toMatchObject({ package: plan, packageName: 'Plan GOLD' })
    expect((await admin.get<User>(`/users/${user.id}`)).body).toMatchObject({ packageName: 'Plan GOLD' })
    expect((await update(user.id, { package: null })).body).toMatchObject({
      package: null,
      packageName: null,
    })
  })

  it('is one that is there', async () => {
    const user = await api.createUser()
    for (const plan of [crypto.randomUUID(), await insertPackage('OLD', new Date())]) {
      const { status, body } = await update(user.id, { package: plan })
      expect([status, body.code]).toEqual([400, 'PACKAGE_NOT_FOUND'])
      expect(body.errors).toEqual([{ path: 'package', code: 'PACKAGE_NOT_FOUND' }])
    }
    expect((await update(user.id, { package: 'gold' })).body.errors).toEqual([
      { path: 'package', code: 'NOT_AN_ID' },
    ])
  })

  it('is not restored by an undo once the plan is deleted', async () => {
    const [user, plan] = [await api.createUser(), await insertPackage('SILVER')]
    await update(user.id, { package: plan })
    await update(user.id, { package: null })
    await api.context.pool.query('update packages set deleted_at = now() where id = $1', [plan])
    expect(await undo(user.id)).toMatchObject({ refused: [{ id: user.id, code: 'PACKAGE_NOT_FOUND' }] })
  })
})
