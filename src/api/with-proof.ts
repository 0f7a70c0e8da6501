import { ApiProblem } from './api-problem.ts'
import type { ApiClient } from './client.ts'

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
