import type { FastifyInstance } from 'fastify'
import { read, utils, type WorkSheet } from 'xlsx'
import { readAnswer } from '../contract/check-answer.ts'

type Options = { method?: 'GET' | 'POST'; body?: unknown; headers?: Record<string, string> }

export type Downloaded = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** The JSON if the answer is no file. */
  body: Record<string, unknown> | null
  name: string
  /** The header row, and the rows below it by column name. */
  header: string[]
  rows: Record<string, unknown>[]
  sheet: WorkSheet
}

/** Downloads a spreadsheet and parses it with another library than the writer's. */
export const download = async (
  app: FastifyInstance,
  token: string | null,
  path: string,
  { method = 'POST', body, headers = {} }: Options = {},
): Promise<Downloaded> => {
  const request = { method, url: `/api${path}` }
  const response = await app.inject({
    ...request,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  const answer = await readAnswer(app, { ...request, body }, response)
  const isFile = String(response.headers['content-type']).includes('spreadsheet')
  const book = isFile ? read(response.rawPayload, { type: 'buffer', cellNF: true }) : null
  const name = book?.SheetNames[0] ?? ''
  const sheet = book?.Sheets[name] ?? {}
  const [header = []] = isFile ? utils.sheet_to_json<string[]>(sheet, { header: 1 }) : []
  return {
    status: response.statusCode,
    headers: response.headers,
    body: answer as Downloaded['body'],
    name,
    header,
    rows: isFile ? utils.sheet_to_json(sheet, { defval: null }) : [],
    sheet,
  }
}

/** The rows of every sheet of a spreadsheet by its name. */
export const downloadSheets = async (
  app: FastifyInstance,
  token: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Record<string, Record<string, unknown>[]>> => {
  const { rawPayload } = await app.inject({
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  const { Sheets } = read(rawPayload, { type: 'buffer' })
  return Object.fromEntries(
    Object.entries(Sheets).map(([name, sheet]) => [name, utils.sheet_to_json(sheet, { defval: null })]),
  )
}
