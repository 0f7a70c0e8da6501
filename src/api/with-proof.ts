import type { Atom } from '@xstate/store'
import { ApiProblem } from './api-problem.ts'
import type { ApiClient } from './client.ts'

/** A call waits for the user to say who they are. */
export type AskedProof = { answer: (isProven: boolean) => void }

/** Has a dialog ask, which shows what this atom has: one answer for all calls that wait. */
export const askBy = (asked: Atom<AskedProof | null>) => (): Promise<boolean> =>
  new Promise((resolve) => {
    const waiting = asked.get()
    asked.set({
      answer: (isProven) => {
        waiting?.answer(isProven)
        resolve(isProven)
      },
    })
  })

/** Repeats a call that was refused as `PROOF_NEEDED`, once `ask` has had the user say who they are; false keeps the refusal. */
export const withProof = (client: ApiClient, ask: () => Promise<boolean>): ApiClient => {
  const proven = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'PROOF_NEEDED' || !(await ask())) throw error
      return call()
    }
  }
  const asking = (...request: Parameters<ApiClient>) => proven(() => client(...request))
  return Object.assign(asking as ApiClient, {
    raw: ((...request: Parameters<ApiClient['raw']>) =>
      proven(() => client.raw(...request))) as ApiClient['raw'],
    native: client.native,
    create: client.create,
  })
}
