import { describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../../src/commands/command.ts'
import { rowMenuItems } from '../../../../src/features/records/row-menu-items.ts'
import { isAction } from '../../../../src/ui/overlay/menu-item.tsx'
import { registry } from '../../../support/console-registry.ts'
import { wholeOrder } from '../../../support/whole-records.ts'
import { contextWith } from '../palette/palette-context.ts'

const menuOf = (context: CommandContext) =>
  rowMenuItems({
    registry,
    resource: 'orders',
    context,
    t: (key, values) =>
      values?.defaultValue === undefined ? `${key}${values ? JSON.stringify(values) : ''}` : key,
    run: () => undefined,
  })
const as = (role: 'admin' | 'seller') =>
  ({ id: 'u9', role, country: 'ic', isEmailVerified: true, isActivated: true }) as const

describe('what can be done with a row', () => {
  const order = wholeOrder({ status: 'PENDING' })

  test('has its number as title, dangerous items last, and the reason beside unavailable ones', () => {
    const items = menuOf(contextWith({ resource: 'orders', active: order, actor: as('admin') }))
    expect(items[0]).toEqual({ id: 'one', heading: `orders:numbered{"number":${order.number}}` })
    const actions = items.filter(isAction)
    expect(actions.find(({ id }) => id === 'order.reopen')?.whyNot).toBe('palette:reason.ALREADY_THERE')
    expect(actions.find(({ id }) => id === 'order.edit')).toMatchObject({ keys: 'e', whyNot: null })
    const firstDanger = actions.findIndex(({ danger }) => danger)
    expect(actions.slice(firstDanger).every(({ danger }) => danger)).toBe(true)
  })

  test('says how many are selected over what is done with all of them', () => {
    const selection = { count: 12, predicate: { where: {} }, records: [order] }
    const items = menuOf(contextWith({ resource: 'orders', active: order, selection, actor: as('admin') }))
    expect(items).toContainEqual({ id: 'many', heading: 'list:selected{"count":12}' })
  })

  test('leaves out what a role may never do', () => {
    const items = menuOf(contextWith({ resource: 'orders', active: order, actor: as('seller') }))
    const ids = items.filter(isAction).map(({ id }) => id)
    expect(ids).toContain('order.copy')
    expect(ids).not.toContain('order.delete')
  })
})
