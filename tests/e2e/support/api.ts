import {
  type APIRequestContext,
  type APIResponse,
  type Page as BrowserPage,
  expect,
  type PlaywrightWorkerArgs,
} from '@playwright/test'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import { enterWith } from '../../support/console/page.ts'

/** The demo company's password. */
export const demoPassword = 'waybill-demo'

type Page<T> = { items: T[]; total: number }
type Query = Record<string, string | number>

/** An API client, to prepare records and check results. */
export type Api = {
  /** The login's answer, as a signed-in tab stores it. */
  session: SessionRecord
  list: <R extends ResourceName>(resource: R, query?: Query) => Promise<Page<ResourceRecords[R]>>
  one: <R extends ResourceName>(resource: R, id: string) => Promise<ResourceRecords[R]>
  create: <R extends ResourceName>(resource: R, body: object) => Promise<ResourceRecords[R]>
  update: <R extends ResourceName>(resource: R, id: string, body: object) => Promise<ResourceRecords[R]>
  put: <Body>(path: string, body: object) => Promise<Body>
  /** The raw response, refused or not. */
  send: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<APIResponse>
  close: () => Promise<void>
}

type Playwright = PlaywrightWorkerArgs['playwright']

/** Logs in as `<role>@waybill.test`, or as the address given. */
export const openApi = async (
  playwright: Playwright,
  url: string,
  email: string,
  password = demoPassword,
): Promise<Api> => {
  const anybody = await playwright.request.newContext({ baseURL: url })
  const login = await anybody.post('/api/sessions', { data: { email: addressOf(email), password } })
  expect(login.status(), `login as ${email}`).toBeLessThan(300)
  const session = (await login.json()) as SessionRecord
  await anybody.dispose()
  const http = await playwright.request.newContext({
    baseURL: url,
    extraHTTPHeaders: { authorization: session.token },
  })
  return { session, ...callsOf(http) }
}

/** Opens a path or URL with an open session of this user. */
export const enterAs = async (
  page: BrowserPage,
  { playwright, origin }: { playwright: Playwright; origin: string },
  who: string,
  path: string,
): Promise<void> => {
  const { session, close } = await openApi(playwright, origin, who)
  await close()
  await enterWith(page, session, new URL(path, origin))
}

export const addressOf = (name: string): string => (name.includes('@') ? name : `${name}@waybill.test`)

const callsOf = (http: APIRequestContext): Omit<Api, 'session'> => {
  // The server closes connections that were idle for 72 s: retry a call that was sent at that moment.
  const call: Api['send'] = (method, path, data) =>
    http.fetch(`/api/${path}`, { method, data, maxRetries: 1 })
  const send: Api['send'] = async (method, path, data) => {
    const answer = await call(method, path, data)
    if (answer.status() !== 403 || !(await answer.text()).includes('PROOF_NEEDED')) return answer
    // The session of a worker lasts longer than its login counts as a proof.
    await call('POST', 'sessions/proof', { password: demoPassword })
    return call(method, path, data)
  }
  const ask = async <Body>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<Body> => {
    const answer = await send(method, path, data)
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return (await answer.json()) as Body
  }
  return {
    send,
    list: (resource, query = {}) => ask('GET', `${resource}?${new URLSearchParams(asText(query))}`),
    one: (resource, id) => ask('GET', `${resource}/${id}`),
    create: (resource, body) => ask('POST', resource, body),
    update: (resource, id, body) => ask('PUT', `${resource}/${id}`, body),
    put: (path, body) => ask('PUT', path, body),
    close: () => http.dispose(),
  }
}

const asText = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
