import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { Verb } from '../../domain/access/permissions.ts'
import { type CountryCode, defaultCountry } from '../../domain/core/countries.ts'
import type { Fields, Values } from '../../domain/lib/field.ts'
import { validate } from '../../domain/lib/validate.ts'
import { accepted } from '../core/errors.ts'
import type { CountrySetting } from '../crud/country-settings.ts'
import { newBatch } from '../crud/record-changes.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor } from '../db/drizzle.ts'
import { permit } from '../http/auth.ts'
import { queryOf, refuseQuery } from '../http/request-parts.ts'
import { write } from '../http/write.ts'

type Described = { config: FastifyContextConfig }
type CountryField = { kind: 'choice'; values: readonly CountryCode[]; required: true }

type SettingRoutes = {
  path: string
  verb: Verb
  calls: { read: Described; set: Described }
  /** Of the body; none depends on the country. */
  fields: Fields & { country: CountryField }
  setting: CountrySetting
  read: (db: Executor, country: CountryCode) => Promise<object>
}

/** `GET` and `PUT` of a setting of a country. */
export const countrySettingRoutes =
  ({ path, verb, calls, fields, setting, read }: SettingRoutes) =>
  (app: FastifyInstance, context: ServerContext): void => {
    app.get(path, calls.read, async (request) => {
      refuseQuery(request, ['country'])
      permit(request, verb)
      const { country } = accepted(
        validate({ country: fields.country }, queryOf(request), { country: defaultCountry }),
      )
      return read(context.db, country)
    })

    app.put(path, calls.set, async (request, reply) => {
      refuseQuery(request)
      const actor = permit(request, verb)
      const input = accepted(validate(fields, request.body, { country: defaultCountry })) as Values<{
        country: CountryField
      }>
      return write(context, request, reply, async (tx) => {
        const batch = newBatch(context)
        const isChanged = await setting.set(tx, actor, input, batch)
        return { status: 200, body: await read(tx, input.country), batchId: isChanged ? batch.id : null }
      })
    })
  }
