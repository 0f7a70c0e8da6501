import type { FastifyInstance } from 'fastify'
import { validate } from '../../../domain/lib/validate.ts'
import { linkedIdentityShapes, unlinkFields } from '../../../domain/users/single-sign-on.ts'
import type { OidcProvider } from '../../config/oidc-providers.ts'
import { accepted } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { admitAgain, inOwnTransaction } from '../../http/auth.ts'
import { proveCaller, readCaller } from '../../http/prove-caller.ts'
import { refuseQuery } from '../../http/request-parts.ts'
import { fieldsJson, pageJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema } from '../../openapi/schemas.ts'
import { listIdentities, unlinkIdentity } from '../../services/users/keep-identities.ts'

const calls = {
  list: describe.call({
    id: 'listLinkedIdentities',
    isOpenToEnrolment: true,
    tag: 'profile',
    summary: 'List the identity providers that one’s own account is linked to',
    detail: 'Each logs in to the account without its password.',
    answers: {
      200: pageJson('LinkedIdentitiesPage', titled('LinkedIdentity', shapesSchema(linkedIdentityShapes))),
    },
  }),
  unlink: describe.call({
    id: 'unlinkIdentity',
    tag: 'profile',
    locks: 'self',
    summary: 'Unlink one’s own account from an identity provider, which ends every other session',
    detail:
      'The password must be right, because it is what is left to log in with; a wrong one counts as a failed login. An administrator has to allow linking again.',
    body: fieldsJson('IdentityUnlink', unlinkFields),
    answers: { 204: null },
    refuses: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
}

/** Calls on the identity providers of one's own account. */
export const identityRoutes = (
  app: FastifyInstance,
  context: ServerContext,
  providers: readonly OidcProvider[],
): void => {
  app.get('/profile/identities', calls.list, async (request) => {
    refuseQuery(request)
    const items = await listIdentities(context, providers, request.actor.id)
    return { items, total: items.length }
  })

  app.delete('/profile/identities', calls.unlink, async (request, reply) => {
    refuseQuery(request)
    await admitAgain(context, request)
    const { issuer, password } = accepted(
      validate(unlinkFields, request.body ?? {}, { country: request.actor.country }),
    )
    const session = await proveCaller(context, request, { needsFactor: false, body: { password } })
    await inOwnTransaction(context, request, async (tx) =>
      unlinkIdentity(tx, context, { session, user: await readCaller(tx, session) }, issuer),
    )
    return reply.code(204).send()
  })
}
