import { describe, expect, it } from 'vitest'
import { scopeOf } from '../../domain/access/permissions.ts'
import type { Change, ChangeReport, Problem, SearchHit } from '../../domain/changes/changes.ts'
import type { Field } from '../../domain/lib/field.ts'
import { resources } from '../../domain/resources.ts'
import { expectAllInvalid, expectInvalid, expectRefusal, missing } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import {
  type GoodsName,
  goodsInputs,
  goodsNames,
  openGoodsApi,
  ownedGoods,
  withoutSecret,
} from '../support/api/goods.ts'
import { casesOf } from '../support/is-full.ts'

const { api, goods } = await openGoodsApi()

/** In a short run one with statuses, one that orders name, and one without a country. */
const names = casesOf(goodsNames, (name) => ['expeditions', 'products', 'packages'].includes(name))
/** Resources with owners, visible to their sellers. */
const ofSellers = names.filter(
  (name) =>
    ownedGoods.includes(name) &&
    scopeOf('seller', resources[name].verbs.list) === 'own' &&
    'price' in resources[name].fields,
)
type Listed = { items: { id: string }[]; total: number }

/** Calls of each resource for users who may not make them or cannot find the record. */
const calls = (name: GoodsName, id: string) => {
  const { verbs } = resources[name]
  return [
    { verb: verbs.create, method: 'post', path: `/${name}`, body: goodsInputs[name]() },
    { verb: verbs.update, method: 'put', path: `/${name}/${id}`, body: { name: 'x' } },
    { verb: verbs.delete, method: 'put', path: `/${name}/delete`, body: { ids: [id] } },
    { verb: verbs.list, method: 'get', path: `/${name}`, body: undefined },
    { verb: verbs.view, method: 'get', path: `/${name}/${id}`, body: undefined },
    { verb: verbs.history, method: 'get', path: `/${name}/${id}/history`, body: undefined },
  ] as const
}

/** Required columns of each table besides the common ones, with SQL values that depend on `n`. */
const ownColumns = (name: GoodsName): { columns: string; values: string } => {
  const own = Object.entries<Field>(resources[name].fields).filter(
    ([field, { required }]) => required && field !== 'name' && field !== 'country',
  )
  const valueFor = ([, field]: [string, Field]): string => {
    if (field.kind === 'choice') return `'${field.values.at(-1)}'`
    if (field.kind === 'money') return '1000'
    if (field.kind === 'texts') return `jsonb_build_array('Pile ' || n)`
    if (field.kind === 'phone') return `'+2250708091011'`
    return field.kind === 'text' ? `'PILE-' || n` : 'n'
  }
  return { columns: own.map(([field]) => field).join(', '), values: own.map(valueFor).join(', ') }
}

describe.each(names)('%s', (name) => {
  const { noun } = resources[name]
  const { name: nameField }: { name: Field } = resources[name].fields
  const isNamed = nameField.required === true

  it('are created with all fields, read back, listed, and recorded in the history', async () => {
    const input = goodsInputs[name]()
    const record = await goods.create(name, { ...input, name: '  Lampe solaire  ' })
    expect(record).toMatchObject({
      ...input,
      name: 'Lampe solaire',
      number: expect.any(Number),
      version: 1,
      country: 'ic',
      owner: goods.admin.user.id,
      ownerName: goods.admin.user.name,
      createdAt: record.updatedAt,
    })
    expect(Object.keys(record).sort()).toEqual(Object.keys(resources[name].shapes).sort())
    expect(await goods.read(name, record)).toEqual(record)
    const list = await goods.admin.get<Listed>(`/${name}`)
    expect(list.body.items[0]).toEqual(record)
    const [line] = await goods.history(name, record)
    expect(line).toMatchObject({
      verb: `${noun}.create`,
      resource: name,
      actor: goods.admin.user.id,
      before: null,
      after: { ...input, name: 'Lampe solaire', owner: goods.admin.user.id },
    })
  })

  it.each([
    ['name', '', 'REQUIRED'],
    ['name', 'x'.repeat(161), 'TOO_LONG'],
    ['name', 7, 'NOT_TEXT'],
    ['name', 'a\u0000', 'INVALID_TEXT'],
    ['version', 3, 'UNKNOWN_FIELD'],
    ['status', 'CONFIRMED', 'UNKNOWN_FIELD'],
  ])('are refused when %s is %j, made or edited', async (path, value, code) => {
    // A webhook without a name is called by its address.
    if (code === 'REQUIRED' && !isNamed) return
    const refusal = (why: string) => ({
      status: 400,
      body: { code: 'VALIDATION_FAILED', errors: [{ path, code: why }] },
    })
    const body = { ...goodsInputs[name](), [path]: value }
    expect(await goods.admin.post<Problem>(`/${name}`, { body })).toMatchObject(refusal(code))
    const record = await goods.create(name)
    const edit = { body: { [path]: value } }
    expect(await goods.admin.put<Problem>(`/${name}/${record.id}`, edit)).toMatchObject(
      refusal(code === 'UNKNOWN_FIELD' && path in record ? 'READ_ONLY' : code),
    )
    expect(await goods.read(name, record)).toEqual(record)
  })

  it.each(['[]', '"text"', 'null', '{', '1'])('are refused when the body is %s', async (body) => {
    expect(await goods.admin.post(`/${name}`, { body })).toMatchObject({ status: 400 })
  })

  it('are created once for one idempotency key', async () => {
    const body = { ...goodsInputs[name](), name: `Une fois ${name}` }
    const call = { body, key: `once ${name}` }
    const first = await goods.admin.post<{ id: string }>(`/${name}`, call)
    const repeated = await goods.admin.post<object>(`/${name}`, call)
    expect(repeated).toMatchObject({ status: 201, body: withoutSecret(first.body) })
    const secret = Object.entries(repeated.body).filter(([field]) => !(field in withoutSecret(first.body)))
    expect(secret.every(([, value]) => value === null)).toBe(true)
    expect((await goods.admin.get<Listed>(`/${name}?keyword=une fois`)).body.total).toBe(1)
    const other = { body: { ...body, name: 'x' }, key: call.key }
    expect(await goods.admin.post(`/${name}`, other)).toMatchObject({ status: 422 })
  })

  it('change what an edit names, count the version, and refuse a stale one with the present record', async () => {
    const record = await goods.create(name)
    const put = (body: object, version?: number) =>
      goods.admin.put<Problem>(`/${name}/${record.id}`, { body, version })
    const edited = await put({ name: 'Lanterne' }, 1)
    expect(edited).toMatchObject({ status: 200, body: { name: 'Lanterne', version: 2 } })
    expect(edited.body).toMatchObject({
      ...record,
      name: 'Lanterne',
      version: 2,
      updatedAt: expect.any(String),
    })
    await expectRefusal(put({ name: 'Bougie' }, 1), 412, 'STALE_VERSION', { current: edited.body })
    expect((await put({ name: 'Lanterne' }, 2)).body).toEqual(edited.body)
    await expectAllInvalid(put({ country: 'sn', owner: missing, name: null }), {
      country: 'READ_ONLY',
      owner: 'READ_ONLY',
      ...(isNamed && { name: 'REQUIRED' }),
    })
    expect(await goods.read(name, record)).toEqual(edited.body)
    expect((await goods.history(name, record)).map((line) => line.verb)).toEqual([
      `${noun}.update`,
      `${noun}.create`,
    ])
    expect(await put({ name: 'y' }, undefined)).toMatchObject({ status: 200, body: { version: 3 } })
  })

  it('leave by a bulk delete as its dry run said, and come back by its undo', async () => {
    const [first, second] = [await goods.create(name, { name: 'Zébulon' }), await goods.create(name)]
    const body = { ids: [first.id, missing, second.id, first.id] }
    const counts = { changed: 2, refused: 1, refusedBy: { NOT_FOUND: 1 } }
    const dry = await goods.bulk(`/${name}/delete`, { ...body, dryRun: true })
    expect(dry).toMatchObject({ batchId: null, counts, refused: [{ id: missing, number: 0 }] })
    expect(dry.changed).toEqual([first, second].map(({ id, number }) => ({ id, number, version: 1 })))
    expect(await goods.read(name, first)).toEqual(first)
    const wet = await goods.bulk(`/${name}/delete`, body)
    expect(wet).toMatchObject({ batchId: expect.any(String), counts })
    expect(wet.changed.map(({ id, version }) => [id, version])).toEqual([
      [first.id, 2],
      [second.id, 2],
    ])
    const found = async () => (await goods.admin.get<Listed>(`/${name}?keyword=zebulon`)).body.total
    expect(await goods.admin.get(`/${name}/${first.id}`)).toMatchObject({ status: 404 })
    expect(await goods.admin.get(`/${name}/${first.id}/history`)).toMatchObject({ status: 404 })
    expect(await found()).toBe(0)
    const undo = await goods.undo(wet.batchId)
    expect(undo.counts).toEqual({ changed: 2, refused: 0, refusedBy: {} })
    // A key that was deleted comes back revoked.
    const back = { ...first, ...(name === 'keys' && { isActive: false }) }
    expect(await goods.read(name, first)).toEqual({ ...back, version: 3, updatedAt: expect.any(String) })
    expect(await found()).toBe(1)
    await goods.undo(undo.batchId)
    expect(await found()).toBe(0)
  })

  it('are deleted by a filter, except deselected ones', async () => {
    const tag = `Lot ${name}`
    const made = [1, 2, 3].map(() => goods.create(name, { name: tag }))
    const [remaining, ...others] = await Promise.all(made)
    const report = await goods.bulk(`/${name}/delete`, { where: { keyword: tag }, except: [remaining!.id] })
    expect(report.changed.map(({ id }) => id).sort()).toEqual(others.map(({ id }) => id).sort())
    expect(await goods.read(name, remaining!)).toEqual(remaining)
    const wrong = { where: {}, dryRun: true, name: 'x' }
    await expectInvalid(goods.admin.put(`/${name}/delete`, { body: wrong }), 'name', 'UNKNOWN_FIELD')
  })

  it('go back to what they were: an edit, a creation; what moved on since stays', async () => {
    const record = await goods.create(name)
    const edit = (body: object) => goods.admin.put(`/${name}/${record.id}`, { body })
    await edit({ name: 'Lanterne' })
    const [update, create] = await goods.history(name, record)
    expect(await goods.undo(create!.batchId)).toMatchObject({
      batchId: null,
      refused: [{ id: record.id, code: 'MOVED_ON' }],
    })
    const undo = await goods.undo(update!.batchId)
    expect(await goods.read(name, record)).toMatchObject({ name: record.name, version: 3 })
    await expectRefusal(goods.admin.post(`/changes/${update!.batchId}/undo`), 409, 'ALREADY_UNDONE')
    await goods.undo(undo.batchId)
    expect(await goods.read(name, record)).toMatchObject({ name: 'Lanterne', version: 4 })
    const fresh = await goods.create(name)
    const [made] = await goods.history(name, fresh)
    expect((await goods.undo(made!.batchId)).counts.changed).toBe(1)
    expect(await goods.admin.get(`/${name}/${fresh.id}`)).toMatchObject({ status: 404 })
  })

  it('are closed: 401 without a session, 403 to other roles, 404 where there is nothing', async () => {
    const { id } = await goods.create(name)
    for (const { verb, method, path, body } of calls(name, id)) {
      expect(await api.anybody[method](path, { body }), path).toMatchObject({ status: 401 })
      for (const role of (['agent', 'moderator', 'delivery'] as const).filter(
        (one) => scopeOf(one, verb) === null,
      )) {
        const answer = await (await api.as(role))[method](path, { body })
        expect(answer, `${role} ${path}`).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      }
    }
    const seller = await api.as('seller')
    for (const { verb, method, path, body } of calls(name, id).slice(0, 3)) {
      if (scopeOf('seller', verb) !== null) continue
      expect(await seller[method](path, { body }), path).toMatchObject({ status: 403 })
    }
    for (const wrong of [missing, 'no-id', `${id}x`]) {
      expect(await goods.admin.get(`/${name}/${wrong}`)).toMatchObject({ status: 404 })
      expect(await goods.admin.put(`/${name}/${wrong}`, { body: {} })).toMatchObject({ status: 404 })
      expect(await goods.admin.get(`/${name}/${wrong}/history`)).toMatchObject({ status: 404 })
    }
  })

  it('are found by number, and by their name in any case, without accents, and with a slip', async () => {
    const record = await goods.create(name, { name: `Éventail Brodé ${noun}` })
    for (const text of [
      `#${record.number}`,
      'EVENTAIL brode',
      `brodé ${noun}`,
      'evantail brode',
      'event bro',
    ]) {
      const path = `/search?q=${encodeURIComponent(text)}&resource=${name}`
      const { body } = await goods.admin.get<{ items: SearchHit[] }>(path)
      expect(body.items[0], text).toMatchObject({ resource: name, id: record.id, title: record.name })
    }
    const renamed = await goods.admin.put(`/${name}/${record.id}`, { body: { name: 'Parasol' } })
    expect(renamed.status).toBe(200)
    expect((await goods.admin.get<Listed>(`/${name}?keyword=eventail`)).body.total).toBe(0)
    expect((await goods.admin.get<Listed>(`/${name}?keyword=parasol`)).body.total).toBe(1)
  })

  it('update the live lists with each change', async () => {
    const record = await goods.create(name)
    await goods.admin.put(`/${name}/${record.id}`, { body: { name: 'Lanterne' } })
    const report = await goods.bulk(`/${name}/delete`, { ids: [record.id] })
    await goods.undo(report.batchId)
    const { rows } = await api.context.pool.query(
      'select verb, country, owners, actor from events where resource = $1 and $2 = any(ids) order by id',
      [name, record.id],
    )
    const verbs = ['create', 'update', 'delete', 'delete'].map((verb) => `${noun}.${verb}`)
    const { id } = goods.admin.user
    expect(rows).toEqual(verbs.map((verb) => ({ verb, country: 'ic', owners: [id], actor: id })))
  })

  it('appear in every sort order, and a list takes as many statements for 200 of them as for one', async () => {
    const user = await api.createUser({ role: 'admin' })
    const owner = user.id
    if (['keys', 'sources', 'webhooks'].includes(name)) {
      // Their secrets are rows of their own.
      const caller = await api.as(user)
      for (let n = 0; n < 200; n++) {
        const body = { ...goodsInputs[name](), name: `Pile ${n % 7}` }
        expect(await caller.post(`/${name}`, { body })).toMatchObject({ status: 201 })
      }
    } else {
      const { columns, values } = ownColumns(name)
      await api.context.pool.query(
        `insert into ${name} (id, country, owner, name, ${columns})
         select gen_random_uuid(), 'ic', $1, 'Pile ' || n % 7, ${values} from generate_series(1, 200) n`,
        [owner],
      )
    }
    const list = (query: string) => goods.admin.get<Listed>(`/${name}?owner=${owner}&${query}`)
    for (const sort of resources[name].list.sorts.flatMap((key) => [key, `-${key}`])) {
      const { body } = await list(`sort=${sort}&limit=200`)
      const ids = body.items.map((item) => item.id)
      expect(new Set(ids).size, sort).toBe(200)
    }
    const one = await countStatements(api.context.pool, () => list('limit=1'))
    expect(await countStatements(api.context.pool, () => list('limit=200'))).toBe(one)
    // Session, ids with count, rows.
    expect(one).toBe(3)
  })
})

describe.each(ofSellers)('%s of a seller', (name) => {
  it('are named at the creation, for sellers who are let in and for admins', async () => {
    const seller = await api.createUser({ role: 'seller', name: 'Boutique Adjamé' })
    const record = await goods.create(name, { owner: seller.id })
    expect(record).toMatchObject({ owner: seller.id, ownerName: 'Boutique Adjamé' })
    const admin = await api.createUser({ role: 'admin' })
    expect((await goods.create(name, { owner: admin.id })).owner).toBe(admin.id)
    const waiting = await api.createUser({ role: 'seller', isActivated: false })
    const agent = await api.createUser({ role: 'agent' })
    for (const owner of [missing, waiting.id, agent.id]) {
      const body = { ...goodsInputs[name](), owner }
      await expectRefusal(goods.admin.post(`/${name}`, { body }), 400, 'OWNER_NOT_FOUND', {
        errors: [{ path: 'owner', code: 'OWNER_NOT_FOUND' }],
      })
    }
    const { body } = await goods.admin.get<{ items: SearchHit[] }>(`/search?q=adjame&resource=${name}`)
    expect(body.items.map((hit) => hit.id)).toEqual([record.id])
  })

  it('are found by the name that their owner has now', async () => {
    const seller = await api.createUser({ role: 'seller', name: `Kiosque ${name}` })
    const { id } = await goods.create(name, { owner: seller.id })
    const total = async (keyword: string) =>
      (await goods.admin.get<Listed>(`/${name}?ids=${id}&keyword=${keyword}`)).body.total
    await goods.admin.put(`/users/${seller.id}`, { body: { name: 'Bazar' } })
    expect([await total('kiosque'), await total('bazar')]).toEqual([0, 1])
    const { body } = await goods.admin.get<{ items: Change[] }>(`/users/${seller.id}/history`)
    await goods.undo(body.items[0]!.batchId)
    expect([await total('kiosque'), await total('bazar')]).toEqual([1, 0])
  })

  it.each([
    ['price', -1, 'TOO_SMALL'],
    ['price', 10.5, 'TOO_MANY_DECIMALS'],
    ['price', '10', 'NOT_A_NUMBER'],
    ['price', null, 'REQUIRED'],
    ['quantity', 1.5, 'NOT_AN_INTEGER'],
    ['quantity', -1, 'TOO_SMALL'],
    ['quantity', 10_000_001, 'TOO_LARGE'],
    ['description', 'x'.repeat(4_001), 'TOO_LONG'],
    ['comment', 'a\ud800', 'INVALID_TEXT'],
    ['productImage', 'nowhere', 'NOT_A_URL'],
  ])('are refused when %s is %j, made or edited', async (path, value, code) => {
    const refusal = { status: 400, body: { errors: [{ path, code }] } }
    const body = { ...goodsInputs[name](), [path]: value }
    expect(await goods.admin.post(`/${name}`, { body })).toMatchObject(refusal)
    const { id } = await goods.create(name)
    expect(await goods.admin.put(`/${name}/${id}`, { body: { [path]: value } })).toMatchObject(refusal)
  })

  it('cost amounts with the decimals of their country’s currency', async () => {
    expect(await goods.create(name, { country: 'tn', price: 45.125 })).toMatchObject({ price: 45.125 })
    expect(await goods.create(name, { country: 'fr', price: 19.99 })).toMatchObject({ price: 19.99 })
    const body = { ...goodsInputs[name](), country: 'fr', price: 19.999 }
    await expectInvalid(goods.admin.post(`/${name}`, { body }), 'price', 'TOO_MANY_DECIMALS')
    for (const country of ['xx', null]) {
      expect(await goods.admin.post(`/${name}`, { body: { ...body, price: 1, country } })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'country' }] },
      })
    }
  })

  it('are deleted by many at once once', async () => {
    const records = await Promise.all(Array.from({ length: 10 }, () => goods.create(name)))
    const ids = records.map(({ id }) => id)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        goods.admin.put<ChangeReport>(`/${name}/delete`, {
          body: { ids: at % 2 ? ids : [...ids].reverse() },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const changed = answers.reduce((sum, { body }) => sum + body.counts.changed, 0)
    expect(changed).toBe(10)
  })
})
