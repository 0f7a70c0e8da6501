import type { World } from './make-world.ts'

/** One cell of the table of who may call what: a call, who makes it, and how the record that it is about stands to them. */
export type Cell = {
  name: string
  /** Why it is not as the table says; null where it is. */
  whyNot: (world: World) => Promise<string | null>
}

type Answer = { status: number; body: unknown }

/** Null where an answer is one of these statuses, and says this code where one is given. */
export const whyNotAnswer = ({ status, body }: Answer, statuses: readonly number[], code?: string) => {
  const said = (body as { code?: string } | null)?.code
  const isDue = statuses.includes(status) && (code === undefined || said === code)
  return isDue
    ? null
    : `${status} ${JSON.stringify(body)?.slice(0, 300)}, not ${statuses.join(' or ')} ${code ?? ''}`
}

export const whyNotForbidden = (answer: Answer) => whyNotAnswer(answer, [403], 'FORBIDDEN')
