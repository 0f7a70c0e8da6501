/** The part of `oidc-provider` (without types of its own) that tests use. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  export type Context = { path: string; body: unknown; oidc?: { route?: string } }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): RequestListener
    interactionFinished(request: unknown, response: unknown, result: unknown): Promise<void>
    interactionDetails(
      request: unknown,
      response: unknown,
    ): Promise<{ uid: string; prompt: { name: string } }>
  }
}
