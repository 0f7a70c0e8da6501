import type { FastifyInstance, RouteOptions } from 'fastify'

/**
 * Entry points of the server and their protections: input length (`length`), cleaning (`cleanUp`), fair queue (`turn`), quota
 * (`budget`), and cancellation when the caller disconnects (`abort`). Documented in `docs/guarantees.md`; `routeDoors` assigns
 * routes.
 */
export type Door = {
  length: keyof typeof lengths
  cleanUp: keyof typeof cleanUps
  turn: keyof typeof turns
  budget: readonly (keyof typeof budgets)[]
  abort: keyof typeof aborts
}

export const lengths = {
  none: 'takes nothing',
  query: '32 KB of address and headers, each parameter its own',
  small: '16 KB in 15 s, each field its own',
  body: '2 MB, 64 levels deep, each field its own',
  event: '256 KB, 10,000 waiting a source',
  file: '10 MB, unpacked and counted before it is read',
  image: '10 MB and 50 megapixels',
  line: 'cut before it is read',
  operator: 'what the operator gives',
} as const

export const cleanUps = {
  none: 'no text',
  typed: '`cleanText`',
  cells: '`cleanText`, each cell',
  decoded: 'decoded and encoded anew',
  checked: 'checked against its manifest',
} as const

export const turns = {
  none: 'answered from memory',
  connections: 'database connections',
  hasher: 'hasher',
  labels: 'thread of labels',
  spreadsheets: 'threads of spreadsheets',
  pictures: 'processes of pictures',
  files: 'store of pictures',
  jobs: 'database connections, then jobs',
  probe: 'one question at a time',
  alone: 'the server stands still',
} as const

export const budgets = {
  none: 'none',
  sockets: '500 connections an address',
  calls: '30,000 calls a minute',
  attempts: 'attempts',
  history: 'history an hour',
  stored: 'bytes stored',
  streams: '8 streams',
  rows: 'rows',
} as const

export const aborts = {
  short: 'nothing to end',
  caller: 'ends with its caller',
  whole: 'is done whole or not at all',
  answered: 'ends with its caller; its job goes on',
  goesOn: 'goes on as a job; dry runs end with their caller',
} as const

const called = ['calls'] as const

export const doors = {
  read: { length: 'query', cleanUp: 'none', turn: 'connections', budget: called, abort: 'short' },
  filter: { length: 'query', cleanUp: 'typed', turn: 'connections', budget: called, abort: 'short' },
  palette: { length: 'query', cleanUp: 'typed', turn: 'connections', budget: called, abort: 'short' },
  paste: { length: 'body', cleanUp: 'typed', turn: 'connections', budget: called, abort: 'short' },
  scan: { length: 'query', cleanUp: 'typed', turn: 'connections', budget: called, abort: 'short' },
  write: {
    length: 'body',
    cleanUp: 'typed',
    turn: 'connections',
    budget: ['calls', 'history', 'stored'],
    abort: 'whole',
  },
  bulk: {
    length: 'body',
    cleanUp: 'typed',
    turn: 'jobs',
    budget: ['calls', 'history', 'stored'],
    abort: 'goesOn',
  },
  import: {
    length: 'file',
    cleanUp: 'cells',
    turn: 'spreadsheets',
    budget: ['calls', 'rows', 'history'],
    abort: 'answered',
  },
  export: {
    length: 'body',
    cleanUp: 'typed',
    turn: 'jobs',
    budget: ['calls', 'rows', 'stored'],
    abort: 'goesOn',
  },
  upload: {
    length: 'image',
    cleanUp: 'decoded',
    turn: 'pictures',
    budget: ['calls', 'stored'],
    abort: 'caller',
  },
  labels: { length: 'body', cleanUp: 'none', turn: 'labels', budget: ['calls', 'rows'], abort: 'caller' },
  stream: {
    length: 'query',
    cleanUp: 'none',
    turn: 'connections',
    budget: ['calls', 'streams'],
    abort: 'caller',
  },
  login: {
    length: 'small',
    cleanUp: 'typed',
    turn: 'hasher',
    budget: ['sockets', 'calls', 'attempts'],
    abort: 'caller',
  },
  account: {
    length: 'small',
    cleanUp: 'typed',
    turn: 'hasher',
    budget: ['sockets', 'calls', 'attempts'],
    abort: 'caller',
  },
  password: {
    length: 'body',
    cleanUp: 'typed',
    turn: 'hasher',
    budget: ['calls', 'attempts', 'history'],
    abort: 'caller',
  },
  /** Includes a password. */
  user: {
    length: 'body',
    cleanUp: 'typed',
    turn: 'hasher',
    budget: ['calls', 'history', 'stored'],
    abort: 'whole',
  },
  /** Signed by a source; worked on later, in order. */
  hook: { length: 'event', cleanUp: 'typed', turn: 'connections', budget: ['sockets'], abort: 'whole' },
  picture: { length: 'query', cleanUp: 'none', turn: 'files', budget: ['sockets'], abort: 'caller' },
  page: { length: 'query', cleanUp: 'none', turn: 'none', budget: ['sockets'], abort: 'short' },
  contract: { length: 'query', cleanUp: 'none', turn: 'none', budget: ['sockets'], abort: 'short' },
  probe: { length: 'none', cleanUp: 'none', turn: 'probe', budget: ['sockets'], abort: 'short' },
  /** The embedded palette: calls of other entry points from `CORS_ORIGINS`. */
  embed: { length: 'line', cleanUp: 'typed', turn: 'connections', budget: called, abort: 'short' },
  'command line': { length: 'operator', cleanUp: 'typed', turn: 'hasher', budget: ['none'], abort: 'whole' },
  restore: { length: 'operator', cleanUp: 'checked', turn: 'alone', budget: ['none'], abort: 'whole' },
} as const satisfies Record<string, Door>

export type DoorName = keyof typeof doors

/** A row of the table in `docs/guarantees.md`. */
export const doorRow = (name: DoorName): string => {
  const { length, cleanUp, turn, budget, abort }: Door = doors[name]
  const cells = [
    name,
    lengths[length],
    cleanUps[cleanUp],
    turns[turn],
    budget.map((one) => budgets[one]).join(', '),
    aborts[abort],
  ]
  return `| ${cells.join(' | ')} |`
}

/** Entry point of each route. A missing route fails a test. */
export const routeDoors: Partial<Record<DoorName, readonly string[]>> = {
  read: [
    'GET /api/affiliates/:id',
    'GET /api/affiliates/:id/history',
    'GET /api/analytics',
    'GET /api/blocked/:id',
    'GET /api/blocked/:id/history',
    'GET /api/changes/:id',
    'GET /api/customers/:phone',
    'GET /api/expeditions/:id',
    'GET /api/expeditions/:id/history',
    'GET /api/handovers/:id',
    'GET /api/handovers/:id/history',
    'GET /api/handovers/due',
    'GET /api/handovers/holders',
    'GET /api/import-lines',
    'GET /api/import-mappings',
    'GET /api/intake/:id',
    'GET /api/intake/:id/history',
    'GET /api/invoices/:id',
    'GET /api/invoices/:id/history',
    'GET /api/invoices/:id/neighbours',
    'GET /api/invoices/due',
    'GET /api/invoices/issuer',
    'GET /api/jobs/:id',
    'GET /api/jobs/:id/file',
    'GET /api/keys/:id',
    'GET /api/keys/:id/history',
    'GET /api/manifests/:id',
    'GET /api/manifests/:id/history',
    'GET /api/orders/:id',
    'GET /api/orders/:id/history',
    'GET /api/packages/:id',
    'GET /api/packages/:id/history',
    'GET /api/products/:id',
    'GET /api/products/:id/history',
    'GET /api/products/:id/movements',
    'GET /api/products/:id/rates',
    'GET /api/profile',
    'GET /api/profile/desk',
    'GET /api/requests/:id',
    'GET /api/requests/:id/history',
    'GET /api/sessions',
    'GET /api/sessions/current',
    'GET /api/shippings/:id',
    'GET /api/shippings/:id/history',
    'GET /api/sources/:id',
    'GET /api/sources/:id/history',
    'GET /api/webhooks/:id',
    'GET /api/webhooks/:id/history',
    'GET /api/deliveries/:id',
    'GET /api/deliveries/:id/history',
    'GET /api/templates/:id',
    'GET /api/templates/:id/history',
    'GET /api/users/:id',
    'GET /api/users/:id/history',
    'GET /api/users/delivery-guys',
  ],
  filter: [
    'GET /api/affiliates',
    'GET /api/blocked',
    'GET /api/changes',
    'GET /api/expeditions',
    'GET /api/handovers',
    'GET /api/intake',
    'GET /api/invoices',
    'GET /api/jobs',
    'GET /api/keys',
    'GET /api/manifests',
    'GET /api/orders',
    'GET /api/packages',
    'GET /api/products',
    'GET /api/requests',
    'GET /api/shippings',
    'GET /api/sources',
    'GET /api/webhooks',
    'GET /api/deliveries',
    'GET /api/templates',
    'GET /api/users',
    'GET /api/views',
  ],
  palette: ['GET /api/search'],
  paste: [
    'POST /api/affiliates/resolve',
    'POST /api/blocked/resolve',
    'POST /api/expeditions/resolve',
    'POST /api/handovers/resolve',
    'POST /api/intake/resolve',
    'POST /api/invoices/resolve',
    'POST /api/keys/resolve',
    'POST /api/manifests/resolve',
    'POST /api/orders/resolve',
    'POST /api/packages/resolve',
    'POST /api/products/resolve',
    'POST /api/requests/resolve',
    'POST /api/shippings/resolve',
    'POST /api/sources/resolve',
    'POST /api/webhooks/resolve',
    'POST /api/deliveries/resolve',
    'POST /api/templates/resolve',
    'POST /api/users/resolve',
  ],
  scan: ['GET /api/scans/:code'],
  write: [
    'POST /api/affiliates',
    'PUT /api/affiliates/:id',
    'POST /api/affiliates/:id/request',
    'POST /api/affiliates/:id/take',
    'POST /api/blocked',
    'PUT /api/blocked/:id',
    'POST /api/expeditions',
    'PUT /api/expeditions/:id',
    'PUT /api/expeditions/status/:id',
    'POST /api/handovers',
    'PUT /api/invoices/:id',
    'PUT /api/invoices/issuer',
    'PUT /api/invoices/status/:id',
    'POST /api/jobs/:id/cancel',
    'POST /api/keys',
    'PUT /api/keys/:id',
    'POST /api/orders',
    'PUT /api/orders/:id',
    'DELETE /api/orders/claim',
    'POST /api/orders/claim',
    'PUT /api/orders/merge',
    'PUT /api/orders/status/:id',
    'POST /api/packages',
    'PUT /api/packages/:id',
    'POST /api/products',
    'POST /api/products/:id/restock',
    'PUT /api/products/:id',
    'PUT /api/profile',
    'PUT /api/profile/desk',
    'POST /api/requests',
    'PUT /api/requests/:id',
    'PUT /api/requests/status/:id',
    'DELETE /api/sessions/:id',
    'DELETE /api/sessions/current',
    'DELETE /api/sessions/others',
    'PUT /api/shippings/:id',
    'PUT /api/shippings/delivery/:id',
    'POST /api/shippings/labels/prints',
    'PUT /api/shippings/status/:id',
    'POST /api/sources',
    'PUT /api/sources/:id',
    'PUT /api/sources/access/:id',
    'PUT /api/sources/rotate/:id',
    'POST /api/webhooks',
    'PUT /api/webhooks/:id',
    'PUT /api/webhooks/rotate/:id',
    'PUT /api/webhooks/test/:id',
    'POST /api/templates',
    'PUT /api/templates/:id',
    'PUT /api/users/:id',
    'PUT /api/users/activate/:id',
    'PUT /api/import-mappings',
    'DELETE /api/import-mappings/:id',
    'POST /api/views',
    'DELETE /api/views/:id',
    'PUT /api/views/:id',
  ],
  bulk: [
    'PUT /api/affiliates/delete',
    'PUT /api/blocked/delete',
    'POST /api/changes/:id/undo',
    'PUT /api/expeditions/comment',
    'PUT /api/expeditions/delete',
    'PUT /api/expeditions/status',
    'PUT /api/intake/map',
    'PUT /api/intake/replay',
    'POST /api/invoices/generate',
    'PUT /api/invoices/status',
    'PUT /api/keys/delete',
    'PUT /api/keys/revoke/:id',
    'POST /api/manifests/:id/undo',
    'PUT /api/orders/comment',
    'PUT /api/orders/delete',
    'PUT /api/orders/status',
    'PUT /api/packages/delete',
    'PUT /api/products/delete',
    'PUT /api/requests/comment',
    'PUT /api/requests/delete',
    'PUT /api/requests/status',
    'PUT /api/shippings/comment',
    'PUT /api/shippings/delete',
    'PUT /api/shippings/delivery',
    'PUT /api/shippings/sheet',
    'PUT /api/shippings/status',
    'PUT /api/sources/delete',
    'PUT /api/webhooks/delete',
    'PUT /api/deliveries/replay',
    'PUT /api/sources/revoke/:id',
    'PUT /api/users/activate',
    'PUT /api/users/delete',
    'PUT /api/templates/delete',
    'PUT /api/orders/message',
    'PUT /api/shippings/message',
  ],
  import: [
    'POST /api/orders/download-multiple-template',
    'POST /api/orders/upload-multiple',
    'POST /api/orders/upload-multiple/failed',
  ],
  export: [
    'POST /api/affiliates/download',
    'POST /api/blocked/download',
    'POST /api/expeditions/download',
    'POST /api/handovers/download',
    'POST /api/intake/download',
    'POST /api/invoices/download',
    'POST /api/keys/download',
    'POST /api/manifests/download',
    'POST /api/orders/download',
    'POST /api/packages/download',
    'POST /api/products/download',
    'POST /api/requests/download',
    'POST /api/shippings/download',
    'POST /api/sources/download',
    'POST /api/webhooks/download',
    'POST /api/deliveries/download',
    'POST /api/templates/download',
    'POST /api/users/download',
  ],
  upload: ['POST /api/images'],
  labels: ['GET /api/shippings/:id/label.svg', 'POST /api/shippings/labels'],
  stream: ['GET /api/events'],
  login: ['POST /api/sessions'],
  account: [
    'POST /api/forget-password',
    'POST /api/forget-password/',
    'GET /api/password-reset/:token',
    'POST /api/password-reset/:token',
    'POST /api/users/register',
    'POST /api/users/resend-email',
    'POST /api/users/verify-email/:token',
  ],
  password: ['PUT /api/profile/password'],
  user: ['POST /api/users', 'PUT /api/users/password/:id'],
  hook: ['POST /hooks/:token'],
  picture: ['GET /files/:name'],
  page: ['GET /', 'GET /*', 'GET /api/sessions/demo', 'GET /embed', 'GET /embed/*'],
  contract: [
    'GET /api/docs',
    'GET /api/docs/static/*',
    'GET /api/docs/json',
    'GET /api/docs/static/index.html',
    'GET /api/docs/static/swagger-initializer.js',
    'GET /api/docs/static/theme/docs.js',
    'GET /api/docs/yaml',
    'GET /api/openapi.json',
  ],
  probe: ['GET /healthz', 'GET /readyz'],
}

type Route = Pick<RouteOptions, 'method' | 'url'>

declare module 'fastify' {
  interface FastifyInstance {
    /** `METHOD url` in order of registration. */
    routeList: readonly string[]
  }
}

/** Collects all routes registered from now on. HEAD and OPTIONS are covered by GET and the call. */
export const collectRoutes = (app: FastifyInstance): void => {
  const list: string[] = []
  app.decorate('routeList', list)
  app.addHook('onRoute', ({ method, url }: Route) => {
    for (const one of [method].flat()) if (one !== 'HEAD' && one !== 'OPTIONS') list.push(`${one} ${url}`)
  })
}

/** Routes without an entry point, and entries without a route. */
export const unstatedRoutes = (routes: readonly string[]): { unstated: string[]; gone: string[] } => {
  const stated = new Set(Object.values(routeDoors).flat())
  const present = new Set(routes)
  return {
    unstated: [...present].filter((route) => !stated.has(route)),
    gone: [...stated].filter((route) => !present.has(route)),
  }
}
