import type { FastifyRequest } from 'fastify'
import { paths } from '../../../domain/access/paths.ts'
import type { OidcProvider } from '../../config/oidc-providers.ts'
import { clientAddress } from '../../core/client-address.ts'
import { Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { refuseTooMany } from '../rate-limit.ts'
import { openProviderClient, type ProviderClient } from './provider-client.ts'

/** `origin`: that people open; known once the server listens. */
export type SingleSignOn = { providers: readonly OidcProvider[]; origin: () => string }

export type Providers = SingleSignOn & {
  /** @throws Refused `NOT_FOUND` */
  clientOf: (id: string) => ProviderClient
  /** Where the provider sends the browser back. `answer`: the query it comes with. */
  returnOf: (id: string, answer?: string) => URL
}

/** The identity providers of the installation; each is reached when it is first needed. */
export const openProviders = ({ providers, origin }: SingleSignOn): Providers => {
  const clients = new Map(providers.map((one) => [one.id, openProviderClient(one)]))
  return {
    providers,
    origin,
    clientOf: (id) => {
      const client = clients.get(id)
      if (client === undefined) throw new Refused('NOT_FOUND')
      return client
    },
    returnOf: (id, answer = '') => {
      const address = new URL(`${origin()}${paths.signOn(id)}`)
      address.search = answer
      return address
    },
  }
}

/** Bounds how often one address goes to a provider. @throws Refused `TOO_MANY_ATTEMPTS` */
export const countStart = async (context: ServerContext, request: FastifyRequest): Promise<void> => {
  const attempt = { kind: 'account-call', of: clientAddress(request) } as const
  await inTransaction(context, (tx) => refuseTooMany(tx, [attempt], context.now()), { isSmall: true })
}
