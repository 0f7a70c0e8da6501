import type { World } from './make-world.ts'

/** One cell of the access table: a call, its role, and the record's relation to the caller. */
export type Cell = {
  name: string
  /** How the server deviates from the table; null if it does not. */
  whyNot: (world: World) => Promise<string | null>
}

type Answer = { status: number; body: unknown }

/** Null if the answer has one of these statuses, and this code if one is given. */
export const whyNotAnswer = ({ status, body }: Answer, statuses: readonly number[], code?: string) => {
  const said = (body as { code?: string } | null)?.code
  const isDue = statuses.includes(status) && (code === undefined || said === code)
  return isDue
    ? null
    : `${status} ${JSON.stringify(body)?.slice(0, 300)}, not ${statuses.join(' or ')} ${code ?? ''}`
}

export const whyNotForbidden = (answer: Answer) => whyNotAnswer(answer, [403], 'FORBIDDEN')
