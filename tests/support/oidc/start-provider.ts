import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import type { OidcProvider } from '../../../server/config/oidc-providers.ts'

/** A person at the provider; `sub` is what they sign in with. */
export type Person = { sub: string } & Record<string, unknown>

export type TestProvider = {
  issuer: string
  /** Its entry in the configuration of the server. */
  configured: OidcProvider
  people: Map<string, Person>
  /** Changes the claims of every ID token that follows, which is signed anew. */
  forge: (change: ((claims: Record<string, unknown>) => Record<string, unknown>) | null) => void
  /** Answers 502 to everything meanwhile. */
  setDown: (isDown: boolean) => void
  /** Signs a person in as a browser would, and returns where the provider sends the browser back. */
  signIn: (url: string, sub: string) => Promise<URL>
  close: () => Promise<void>
}

type Options = { id: string; returnTo: string[]; signedOutTo?: string[]; accounts?: OidcProvider['accounts'] }

/** A real provider (`oidc-provider`) on loopback; its interaction page asks for the name to sign in with. */
export const startProvider = async ({
  id,
  returnTo,
  signedOutTo = [],
  accounts = [],
}: Options): Promise<TestProvider> => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const people = new Map<string, Person>()
  let change: ((claims: Record<string, unknown>) => Record<string, unknown>) | null = null
  let isDown = false
  let provider: Provider | null = null
  const server = createServer((request, response) => {
    if (isDown)
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    if (request.url?.startsWith('/interaction/')) return void interact(provider!, request, response)
    provider!.callback()(request, response)
  })
  const port = await listen(server)
  const issuer = `http://127.0.0.1:${port}`
  const clientSecret = `secret-of-${id}-and-nobody-else-at-all`
  provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'waybill',
        client_secret: clientSecret,
        redirect_uris: returnTo,
        post_logout_redirect_uris: signedOutTo,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['of tests alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'locale', 'groups'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_: unknown, sub: string) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: () => person }
    },
    loadExistingGrant: async (context: {
      oidc: {
        session: { accountId: string }
        client: { clientId: string }
        provider: {
          Grant: new (of: object) => { addOIDCScope: (scope: string) => void; save: () => Promise<string> }
        }
      }
    }) => {
      const { session, client, provider: own } = context.oidc
      const grant = new own.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    await next()
    const body = context.body as { id_token?: string } | null
    if (change === null || context.path !== '/token' || !body?.id_token) return
    context.body = { ...body, id_token: forged(body.id_token, change, privateKey) }
  })
  return {
    issuer,
    configured: {
      id,
      name: `Test ${id}`,
      issuer,
      clientId: 'waybill',
      clientSecret,
      authentication: 'basic',
      scope: 'openid email profile',
      accounts,
    },
    people,
    forge: (by) => {
      change = by
    },
    setDown: (down) => {
      isDown = down
    },
    signIn: (url, sub) => signIn(issuer, url, sub),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

/** The page of the interaction, and its answer. */
const interact = async (
  provider: Provider,
  request: import('node:http').IncomingMessage,
  response: import('node:http').ServerResponse,
): Promise<void> => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      '<!doctype html><html lang="en"><title>Provider</title><h1>Sign in to the provider</h1><form method="post"><label>User <input name="sub" autofocus></label><button>Continue</button></form>',
    )
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const sub = new URLSearchParams(Buffer.concat(chunks).toString()).get('sub') ?? ''
  const result =
    sub === 'nobody' ? { error: 'access_denied', error_description: 'No' } : { login: { accountId: sub } }
  await provider.interactionFinished(request, response, result)
}

const forged = (
  token: string,
  change: (claims: Record<string, unknown>) => Record<string, unknown>,
  key: KeyObject,
): string => {
  const [head = '', body = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const signed = `${head}.${Buffer.from(JSON.stringify(change(claims))).toString('base64url')}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
}

/** Follows the provider's redirects with its cookies until it leaves for another origin. */
const signIn = async (issuer: string, start: string, sub: string): Promise<URL> => {
  const cookies = new Map<string, string>()
  let [url, method] = [new URL(start), 'GET']
  for (let step = 0; step < 12; step++) {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(method === 'POST' ? { body: new URLSearchParams({ sub }) } : {}),
    })
    for (const one of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      cookies.set(name, value)
    }
    const to = response.headers.get('location')
    if (to === null) {
      if (method === 'POST' || response.status !== 200)
        throw new Error(`${response.status} ${await response.text()}`)
      method = 'POST'
      continue
    }
    method = 'GET'
    url = new URL(to, url)
    if (url.origin !== issuer) return url
  }
  throw new Error('the provider redirects for ever')
}
