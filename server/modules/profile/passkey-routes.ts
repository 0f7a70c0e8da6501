import type { FastifyInstance } from 'fastify'
import { validate } from '../../../domain/lib/validate.ts'
import {
  addedPasskeyShapes,
  newPasskeyShapes,
  passkeyFields,
  passkeyOptionsShapes,
  passkeyShapes,
  readNewPasskey,
  splitPasskey,
} from '../../../domain/users/passkeys.ts'
import { listPasskeys, optionsToAdd, takeChallenge, verifyNewPasskey } from '../../auth/passkeys.ts'
import { accepted } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { admitAgain, inOwnTransaction } from '../../http/auth.ts'
import { readCaller, refuseAtPasskey, sessionOf } from '../../http/prove-caller.ts'
import { recordId, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { fieldsJson, json, pageJson, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { objectSchema, titled } from '../../openapi/json-schema.ts'
import { fieldsSchema, shapesSchema } from '../../openapi/schemas.ts'
import { addPasskey, removePasskey, renamePasskey } from '../../services/users/keep-passkeys.ts'

const own = { tag: 'profile', locks: 'self' } as const
const passkeySchema = titled('Passkey', shapesSchema(passkeyShapes))

const calls = {
  list: describe.call({
    id: 'listPasskeys',
    isOpenToEnrolment: true,
    tag: 'profile',
    summary: 'List one’s own passkeys',
    detail:
      'Those with `isUsable` false were made at another address of the installation, where browsers keep them.',
    answers: { 200: pageJson('PasskeysPage', passkeySchema) },
  }),
  options: describe.call({
    ...own,
    id: 'beginPasskey',
    isOpenToEnrolment: true,
    summary: 'Begin to add a passkey',
    detail:
      'The answer is for the browser (`navigator.credentials.create`), valid for five minutes and one `POST profile/passkeys`, which refuses it at `passkey` otherwise. Ten minutes after the login it asks for a proof first.',
    answers: { 201: shapesJson('PasskeyOptions', passkeyOptionsShapes) },
    refuses: ['PASSKEYS_UNAVAILABLE', 'PROOF_NEEDED'],
  }),
  add: describe.call({
    ...own,
    id: 'addPasskey',
    isOpenToEnrolment: true,
    summary: 'Add the passkey that the browser has made',
    detail:
      'An account without another second factor has one from then on: its other sessions end, and the answer has recovery codes, once. A mail tells the owner.',
    body: json(
      titled(
        'PasskeyCreation',
        objectSchema({
          ...fieldsSchema(passkeyFields).properties,
          passkey: titled('NewPasskey', shapesSchema(newPasskeyShapes)),
        }),
      ),
    ),
    answers: { 201: shapesJson('AddedPasskey', addedPasskeyShapes) },
    refuses: ['PASSKEYS_UNAVAILABLE', 'PASSKEY_IS_KNOWN', 'TOO_MANY_PASSKEYS'],
  }),
  rename: describe.call({
    ...own,
    id: 'renamePasskey',
    summary: 'Give one’s own passkey another name',
    detail: 'The name is only for its owner.',
    body: fieldsJson('PasskeyName', passkeyFields),
    answers: { 200: json(passkeySchema) },
  }),
  remove: describe.call({
    ...own,
    id: 'removePasskey',
    summary: 'Remove one’s own passkey, which ends every other session',
    detail:
      'The device may still offer it, in vain. Without another second factor the recovery codes go too. A mail tells the owner.',
    answers: { 204: null },
    refuses: ['PROOF_NEEDED'],
  }),
}

/** Calls on one's own passkeys. */
export const passkeyRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/profile/passkeys', calls.list, async (request) => {
    refuseQuery(request)
    const items = await listPasskeys(context, request.actor.id)
    return { items, total: items.length }
  })

  app.post('/profile/passkeys/options', calls.options, async (request, reply) => {
    refuseQuery(request)
    refuseBody(request)
    const session = sessionOf(request)
    const options = await inOwnTransaction(context, request, async (tx) =>
      optionsToAdd(tx, context, await readCaller(tx, session)),
    )
    return reply.code(201).header('cache-control', 'no-store').send({ options })
  })

  app.post('/profile/passkeys', calls.add, async (request, reply) => {
    refuseQuery(request)
    const session = sessionOf(request)
    await admitAgain(context, request)
    const sent = splitPasskey(request.body)
    const { name } = accepted(validate(passkeyFields, sent.fields, { country: request.actor.country }))
    const made = accepted(readNewPasskey(sent.passkey))
    const verified = await takeChallenge(context, made, 'add', session.actor.id)
      .then((challenge) => verifyNewPasskey(context, made, challenge))
      .catch(refuseAtPasskey)
    const added = await inOwnTransaction(context, request, async (tx) =>
      addPasskey(tx, context, { session, user: await readCaller(tx, session) }, { name, ...verified }),
    )
    return reply.code(201).header('cache-control', 'no-store').send(added)
  })

  app.put('/profile/passkeys/:id', calls.rename, async (request) => {
    refuseQuery(request)
    const session = sessionOf(request)
    const id = recordId(request)
    return inOwnTransaction(context, request, async (tx) => {
      const { name } = accepted(validate(passkeyFields, request.body, { country: request.actor.country }))
      const user = await readCaller(tx, session)
      return renamePasskey(tx, context, { session, user }, { id, name })
    })
  })

  app.delete('/profile/passkeys/:id', calls.remove, async (request, reply) => {
    refuseQuery(request)
    refuseBody(request)
    const session = sessionOf(request)
    const id = recordId(request)
    await inOwnTransaction(context, request, async (tx) =>
      removePasskey(tx, context, { session, user: await readCaller(tx, session) }, id),
    )
    return reply.code(204).send()
  })
}
