import { describe, expect, it } from 'vitest'
import type { Problem, SearchHit } from '../../domain/changes/changes.ts'
import type { Expedition } from '../../domain/expeditions/expedition.ts'
import type { Product } from '../../domain/products/product.ts'
import { expectRefusal, missing } from '../support/api/caller.ts'
import { goodsInputs, openGoodsApi } from '../support/api/goods.ts'

const { goods } = await openGoodsApi()

type Listed = { items: Expedition[]; total: number }

const product = (quantity = 100): Promise<Product> => goods.create('products', { quantity })
const bringing = ({ id }: { id: string }, quantity: number): Promise<Expedition> =>
  goods.create('expeditions', { product: id, quantity })

describe('an expedition', () => {
  it('is stored as it was filled in', async () => {
    const goal = await product()
    const said = {
      product: goal.id,
      mode: 'GROUND',
      from: 'Guangzhou',
      expeditionDate: '2026-11-02',
      providedDate: '2026-12-24',
      transporterName: 'Bolloré',
      weight: 12.345,
      packageInformation: 'trois cartons',
      productImage: 'https://img.example/a.jpg',
      comment: 'fragile',
    }
    const made = await goods.create('expeditions', { ...said, transporterPhone: '07 08 09 10 11' })
    expect(made).toMatchObject({
      ...said,
      productName: goal.name,
      transporterPhone: '+2250708091011',
      description: null,
      status: 'PENDING',
    })
    expect(await goods.create('expeditions')).toMatchObject({
      product: null,
      productName: null,
      from: null,
      expeditionDate: null,
      weight: null,
    })
  })

  it.each([
    ['mode', 'SEA', 'NOT_A_CHOICE'],
    ['mode', null, 'REQUIRED'],
    ['expeditionDate', '2026-02-30', 'NOT_A_DATE'],
    ['providedDate', 'soon', 'NOT_A_DATE'],
    ['transporterPhone', '12', 'INVALID_PHONE'],
    ['transporterName', 'x'.repeat(121), 'TOO_LONG'],
    ['from', 'x'.repeat(161), 'TOO_LONG'],
    ['packageInformation', 7, 'NOT_TEXT'],
    ['weight', -1, 'TOO_SMALL'],
    ['weight', 1.2345, 'TOO_MANY_DECIMALS'],
    ['product', 'x', 'NOT_AN_ID'],
    ['product', missing, 'PRODUCT_NOT_FOUND'],
  ])('is refused when %s is %j, made or edited', async (path, value, code) => {
    const refusal = { status: 400, body: { errors: [{ path, code }] } }
    const body = { ...goodsInputs.expeditions(), [path]: value }
    expect(await goods.admin.post('/expeditions', { body })).toMatchObject(refusal)
    const { id } = await goods.create('expeditions')
    expect(await goods.admin.put(`/expeditions/${id}`, { body: { [path]: value } })).toMatchObject(refusal)
  })

  it('names a living product of its own country', async () => {
    const abroad = await goods.create('products', { country: 'sn' })
    const gone = await product()
    await goods.bulk('/products/delete', { ids: [gone.id] })
    const refusal = {
      status: 400,
      body: {
        code: 'PRODUCT_NOT_FOUND',
        errors: [{ path: 'product', code: 'PRODUCT_NOT_FOUND' }],
      },
    }
    const free = await goods.create('expeditions')
    for (const { id } of [abroad, gone]) {
      const body = { ...goodsInputs.expeditions(), product: id }
      expect(await goods.admin.post('/expeditions', { body })).toMatchObject(refusal)
      const edit = { body: { product: id } }
      expect(await goods.admin.put(`/expeditions/${free.id}`, edit)).toMatchObject(refusal)
    }
  })

  it('keeps the product that it names from being deleted, until it is deleted itself', async () => {
    const goal = await product()
    const expedition = await bringing(goal, 5)
    const remove = () => goods.bulk('/products/delete', { ids: [goal.id] })
    expect((await remove()).refused).toMatchObject([{ id: goal.id, code: 'IN_USE' }])
    const report = await goods.bulk('/expeditions/delete', { ids: [expedition.id] })
    expect((await remove()).counts.changed).toBe(1)
    expect(await goods.undo(report.batchId)).toMatchObject({
      batchId: null,
      refused: [{ id: expedition.id, code: 'PRODUCT_NOT_FOUND' }],
    })
  })

  it('is found by its transporter, their telephone, its product and its origin', async () => {
    const goal = await goods.create('products', { name: 'Théière émaillée' })
    const said = { transporterName: 'Maersk', transporterPhone: '0544332211', from: 'Shenzhen' }
    const { id } = await goods.create('expeditions', { ...said, product: goal.id })
    const first = async (q: string) => {
      const path = `/search?q=${encodeURIComponent(q)}&resource=expeditions`
      return (await goods.admin.get<{ items: SearchHit[] }>(path)).body.items[0]
    }
    for (const q of ['maersk', 'mearsk', '05 44 33 22 11', 'theiere maersk', 'SHENZHEN']) {
      expect(await first(q), q).toMatchObject({ id, status: 'PENDING' })
    }
    await goods.answer('expeditions', { id })
    expect(await first('maersk')).toMatchObject({ id, status: 'CONFIRMED' })
    await goods.admin.put(`/products/${goal.id}`, { body: { name: 'Bouilloire' } })
    expect(await first('bouilloire maersk')).toMatchObject({ id })
    expect(await first('theiere maersk')).toBeUndefined()
  })

  it('is listed by status, product, mode and quantity', async () => {
    const goal = await product()
    const made = await bringing(goal, 77)
    await goods.answer('expeditions', made, 'NOT_YET')
    const total = async (query: string) =>
      (await goods.admin.get<Listed>(`/expeditions?product=${goal.id}&${query}`)).body.total
    expect(await total('status=NOT_YET,CONFIRMED&mode=AIR&quantity=70..80')).toBe(1)
    expect(await total('status=PENDING')).toBe(0)
    expect(await total('mode=GROUND')).toBe(0)
    expect(await total('quantity=..76')).toBe(0)
    const without = await goods.admin.get<Listed>('/expeditions?product=none&limit=500')
    expect(without.body.items.every((one) => one.product === null)).toBe(true)
    const wrong = await goods.admin.get<Problem>('/expeditions?status=LOST&mode=SEA&store=true')
    expect(wrong.body.errors).toEqual([
      { path: 'status', code: 'NOT_A_CHOICE' },
      { path: 'mode', code: 'NOT_A_CHOICE' },
      { path: 'store', code: 'UNKNOWN_PARAMETER' },
    ])
  })
})

describe('an answer', () => {
  it('without a status is CONFIRMED, from there PENDING; with one it is that one', async () => {
    const one = await goods.create('expeditions')
    const steps: [requested: string | undefined, status: string, verb: string][] = [
      [undefined, 'CONFIRMED', 'expedition.confirm'],
      [undefined, 'PENDING', 'expedition.unconfirm'],
      ['NOT_YET', 'NOT_YET', 'expedition.mark'],
      [undefined, 'CONFIRMED', 'expedition.confirm'],
      ['NO_COMMENT', 'NO_COMMENT', 'expedition.unconfirm'],
      ['CONFIRMED', 'CONFIRMED', 'expedition.confirm'],
    ]
    for (const [index, [requested, status, verb]] of steps.entries()) {
      expect(await goods.answer('expeditions', one, requested)).toMatchObject({
        status: 200,
        body: { id: one.id, status, version: index + 2 },
      })
      expect((await goods.history('expeditions', one))[0]).toMatchObject({ verb, after: { status } })
    }
    await expectRefusal(goods.answer('expeditions', one, 'CONFIRMED'), 409, 'ALREADY_THERE')
  })

  it('is refused when invalid or stale', async () => {
    const { id } = await goods.create('expeditions')
    const path = `/expeditions/status/${id}`
    const wrong: [object, string, string][] = [
      [{ status: 'LOST' }, 'status', 'NOT_A_CHOICE'],
      [{ colour: 'red' }, 'colour', 'UNKNOWN_FIELD'],
    ]
    for (const [body, at, code] of wrong) {
      const refusal = { status: 400, body: { errors: [{ path: at, code }] } }
      expect(await goods.admin.put(path, { body })).toMatchObject(refusal)
      expect(await goods.admin.put('/expeditions/status', { body: { ids: [id], ...body } })).toMatchObject(
        refusal,
      )
    }
    await expectRefusal(goods.admin.put(path, { version: 9 }), 412, 'STALE_VERSION', {
      current: { id, version: 1 },
    })
    expect(await goods.read('expeditions', { id })).toMatchObject({ status: 'PENDING', version: 1 })
  })
})
