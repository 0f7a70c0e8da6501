import { v7 as newId } from 'uuid'
import { jobs } from '../../../server/db/schema.ts'
import { type KeptName, keptInput } from '../api/goods.ts'
import { testPassword } from '../api/insert-user.ts'
import { counted, type Prepare, type Stage } from './stage.ts'
import { put } from './trade-calls.ts'

const kept = ['products', 'expeditions', 'requests', 'affiliates', 'packages'] as const

/** Calls about what is kept by hand: goods, plans, people, and one's own desk. */
export const officeCalls: Record<string, Prepare> = {
  ...Object.fromEntries(
    kept.flatMap((resource): [string, Prepare][] => [
      [`${resource} create`, (stage) => createKept(stage, resource)],
      [
        `${resource} edit`,
        async (stage) => {
          const { id } = await stage.goods.create(resource)
          return put(stage, [id], `/${resource}/${id}`, { name: stage.name('Renommé') })
        },
      ],
      [
        `${resource} deleted`,
        async (stage) => {
          const ids = [(await stage.goods.create(resource)).id, (await stage.goods.create(resource)).id]
          return put(stage, ids, `/${resource}/delete`, { ids })
        },
      ],
    ]),
  ),
  ...Object.fromEntries(
    (['expeditions', 'requests'] as const).flatMap((resource): [string, Prepare][] => [
      [
        `${resource} toggle`,
        async (stage) => {
          const { id } = await stage.goods.create(resource, { owner: (await seller(stage)).id })
          return put(stage, [id], `/${resource}/status/${id}`)
        },
      ],
      [
        `${resource} toggled by ids`,
        async (stage) => {
          const ids = [(await stage.goods.create(resource)).id, (await stage.goods.create(resource)).id]
          return put(stage, ids, `/${resource}/status`, { ids })
        },
      ],
    ]),
  ),
  'user create': async (stage) => {
    const email = `${newId()}@test.example`
    const body = {
      country: 'ic',
      name: 'Yao',
      role: 'agent',
      email,
      phone: '0708091011',
      password: 'soixante-quatre',
    }
    const sql = 'select count(*)::int as count from users where email = $1'
    return {
      call: { method: 'POST', path: '/users', body },
      effects: () => counted(stage.api, sql, [email]),
    }
  },
  'user edit': async (stage) => {
    const { id } = await seller(stage)
    return put(stage, [id], `/users/${id}`, { name: stage.name('Renommée') })
  },
  'user toggle': async (stage) => {
    const { id } = await seller(stage)
    return put(stage, [id], `/users/activate/${id}`)
  },
  'users by ids': async (stage) => {
    const ids = [(await seller(stage)).id, (await seller(stage)).id]
    return put(stage, ids, '/users/activate', { ids, isActivated: false })
  },
  'users deleted': async (stage) => {
    const ids = [(await seller(stage)).id]
    return put(stage, ids, '/users/delete', { ids })
  },
  'password set': async (stage) => {
    const { id } = await seller(stage)
    return put(stage, [id], `/users/password/${id}`, { password: 'soixante-dix-huit' })
  },
  'own password': async (stage) => {
    const { user, token } = await stage.api.as(await seller(stage))
    const body = { currentPassword: testPassword, password: 'soixante-dix-huit' }
    return { ...(await put(stage, [user.id], '/profile/password', body)), token }
  },
  'own profile': async (stage) => {
    const { user, token } = await stage.api.as(await seller(stage))
    return { ...(await put(stage, [user.id], '/profile', { name: stage.name('Moi') })), token }
  },
  'view create': async (stage) => {
    const { user, token } = await stage.api.as(await seller(stage))
    const sql = 'select count(*)::int as count from views where owner = $1'
    return {
      token,
      call: { method: 'POST', path: '/views', body: { resource: 'orders', name: 'Vue' } },
      effects: () => counted(stage.api, sql, [user.id]),
    }
  },
  'view deleted': async (stage) => {
    const { post, token } = await stage.api.as(await seller(stage))
    const { body } = await post<{ id: string }>('/views', { body: { resource: 'orders', name: 'Vue' } })
    const sql = 'select 1 - count(*)::int as count from views where id = $1'
    return {
      token,
      call: { method: 'DELETE', path: `/views/${body.id}` },
      effects: () => counted(stage.api, sql, [body.id]),
    }
  },
  'job cancelled': async (stage) => {
    const id = newId()
    await stage.api.context.db.insert(jobs).values({
      id,
      kind: 'order.cancel',
      work: 'nobody knows it',
      batchId: newId(),
      actor: stage.trade.admin.user.id,
      input: {},
    })
    const sql = `select count(*)::int as count from jobs where id = $1 and status = 'CANCELLED'`
    return {
      call: { method: 'POST', path: `/jobs/${id}/cancel` },
      effects: () => counted(stage.api, sql, [id]),
    }
  },
}

const seller = ({ api }: Stage) => api.createUser({ role: 'seller' })

const createKept = async (stage: Stage, resource: KeptName) => {
  const name = stage.name('Nouveau')
  const sql = `select count(*)::int as count from ${resource} where name = $1`
  return {
    call: { method: 'POST', path: `/${resource}`, body: { ...keptInput[resource](), name } },
    effects: () => counted(stage.api, sql, [name]),
  }
}
