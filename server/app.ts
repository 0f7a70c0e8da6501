import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { DemoCompany } from '../domain/users/user.ts'
import type { ServerContext } from './context.ts'
import { collectCalls } from './contract/collect-calls.ts'
import { eventRoutes } from './events/event-routes.ts'
import { jobDefinitions } from './jobs/job-definitions.ts'
import { registerJobs } from './jobs/register-jobs.ts'
import { decorateWithSession, registerAuth } from './plugins/auth.ts'
import { registerConsole } from './plugins/console.ts'
import { registerDocs } from './plugins/docs.ts'
import { answerProblem, registerErrors } from './plugins/errors.ts'
import { registerHealth } from './plugins/health.ts'
import { registerJsonBody } from './plugins/json-body.ts'
import { registerRequestLog } from './plugins/request-log.ts'
import { registerSecurityHeaders } from './plugins/security-headers.ts'
import { Refused } from './refused.ts'
import { accountRoutes } from './resources/accounts/account-routes.ts'
import { affiliateRoutes } from './resources/affiliates/affiliate-routes.ts'
import { analyticsRoutes } from './resources/analytics/analytics-routes.ts'
import { changeRoutes } from './resources/changes/change-routes.ts'
import { expeditionRoutes } from './resources/expeditions/expedition-routes.ts'
import { exportRoutes } from './resources/exports/export-routes.ts'
import { invoiceRoutes } from './resources/invoices/invoice-routes.ts'
import { jobRoutes } from './resources/jobs/job-routes.ts'
import { importRoutes } from './resources/orders/import-routes.ts'
import { orderRoutes } from './resources/orders/order-routes.ts'
import { packageRoutes } from './resources/packages/package-routes.ts'
import { productRoutes } from './resources/products/product-routes.ts'
import { requestRoutes } from './resources/requests/request-routes.ts'
import { searchRoutes } from './resources/search/search-routes.ts'
import { demoRoutes } from './resources/sessions/demo-routes.ts'
import { sessionRoutes } from './resources/sessions/session-routes.ts'
import { shippingRoutes } from './resources/shippings/shipping-routes.ts'
import { triageRoutes } from './resources/triage/triage-routes.ts'
import { userRoutes } from './resources/users/user-routes.ts'
import { viewRoutes } from './resources/views/view-routes.ts'

export type AppOptions = {
  logger?: FastifyServerOptions['logger']
  /** The folder of the built console; null serves the API alone. */
  consoleFolder?: string | null
  /** What to type to look around, where the demo company is loaded; null elsewhere. */
  demo?: DemoCompany | null
}

/** A resource's calls: paths relative to `/api`. */
export type Routes = (app: FastifyInstance, context: ServerContext) => void

const routes: readonly Routes[] = [
  sessionRoutes,
  accountRoutes,
  userRoutes,
  orderRoutes,
  importRoutes,
  jobRoutes,
  exportRoutes,
  productRoutes,
  expeditionRoutes,
  requestRoutes,
  affiliateRoutes,
  packageRoutes,
  shippingRoutes,
  invoiceRoutes,
  changeRoutes,
  searchRoutes,
  analyticsRoutes,
  viewRoutes,
  triageRoutes,
  eventRoutes,
]

/** The whole server apart from listening, so that tests inject their calls. `close()` ends streams before it waits. */
export const buildApp = async (
  context: ServerContext,
  options: AppOptions = {},
): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => uuid(),
    requestIdHeader: false,
    bodyLimit: 2 * 1024 * 1024,
    routerOptions: { maxParamLength: 500 },
    requestTimeout: 120_000,
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply),
  })
  registerErrors(app)
  registerRequestLog(app)
  registerJsonBody(app)
  registerSecurityHeaders(app)
  decorateWithSession(app)
  registerJobs(app, context, jobDefinitions)
  await app.register(async (described) => {
    const calls = collectCalls(described)
    await described.register(
      async (api) => {
        registerAuth(api, context)
        for (const register of routes) register(api, context)
        demoRoutes(api, options.demo ?? null)
        registerDocs(api, calls)
      },
      { prefix: '/api' },
    )
    registerHealth(described, context)
  })
  if (options.consoleFolder) await registerConsole(app, options.consoleFolder)
  else {
    app.setNotFoundHandler(() => {
      throw new Refused('NOT_FOUND')
    })
  }
  return app
}
