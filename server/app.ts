import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { DemoCompany } from '../domain/users/user.ts'
import { openProviders, type SingleSignOn } from './auth/oidc/open-providers.ts'
import { usualBounds } from './core/bounds.ts'
import { Refused } from './core/errors.ts'
import type { ServerContext } from './db/context.ts'
import { decorateWithSession, registerAuth } from './http/auth.ts'
import { registerCompression } from './http/compress.ts'
import {
  answerClientError,
  bodyLimits,
  type ConnectionBounds,
  connectionPatience,
  type Patience,
  registerConnectionBounds,
  registerSlowClients,
  usualConnectionBounds,
} from './http/connections.ts'
import { registerDocsPage, registerDocument } from './http/docs.ts'
import { collectRoutes } from './http/doors.ts'
import { answerProblem, registerErrors } from './http/errors.ts'
import { registerCurrentUser, registerRateLimit } from './http/fair-use.ts'
import { endUnusedConnections, refuseWhileClosing, registerHealth } from './http/graceful-shutdown.ts'
import { registerJsonBody } from './http/json-body.ts'
import { registerFileRecords } from './http/record-files.ts'
import { logAnswer, registerRequestLog } from './http/request-log.ts'
import { registerCors, registerSecurityHeaders, setSecurityHeaders } from './http/security-headers.ts'
import { registerConsole, registerEmbed, registerFiles } from './http/static-files.ts'
import type { Bulk } from './jobs/define-bulk.ts'
import type { JobDefinition } from './jobs/define-job.ts'
import { registerJobs } from './jobs/job-runner.ts'
import { accountRoutes } from './modules/accounts/routes.ts'
import { analyticsRoutes } from './modules/analytics/routes.ts'
import { callerRoutes } from './modules/callers/routes.ts'
import { personalRoutes } from './modules/customers/personal-routes.ts'
import { customerRoutes } from './modules/customers/routes.ts'
import { eventRoutes } from './modules/events/routes.ts'
import { exportJob, exportRoutes } from './modules/exports/routes.ts'
import { resolveRoutes } from './modules/find/resolve-routes.ts'
import { scanRoutes, searchRoutes } from './modules/find/routes.ts'
import { changeRoutes } from './modules/history/routes.ts'
import { undoRoutes } from './modules/history/undo-routes.ts'
import { hookRoutes } from './modules/hooks/routes.ts'
import { imageRoutes } from './modules/images/routes.ts'
import { importsRoutes } from './modules/imports/routes.ts'
import { jobRoutes } from './modules/jobs/routes.ts'
import { revokeRoutes } from './modules/keys/revoke-routes.ts'
import { labelRoutes } from './modules/labels/routes.ts'
import { openMetrics } from './modules/metrics/metrics.ts'
import { metricsRoutes } from './modules/metrics/routes.ts'
import { identityRoutes } from './modules/profile/identity-routes.ts'
import { passkeyRoutes } from './modules/profile/passkey-routes.ts'
import { profileRoutes } from './modules/profile/routes.ts'
import { secondFactorRoutes } from './modules/profile/second-factor-routes.ts'
import { passkeyLoginRoutes } from './modules/sessions/passkey-login-routes.ts'
import { proofRoutes } from './modules/sessions/proof-routes.ts'
import { providerProofRoutes } from './modules/sessions/provider-proof-routes.ts'
import { demoRoutes, sessionRoutes } from './modules/sessions/routes.ts'
import { singleSignOnRoutes } from './modules/sessions/single-sign-on-routes.ts'
import type { Installation } from './modules/status/read-status.ts'
import { statusRoutes } from './modules/status/routes.ts'
import { triageRoutes } from './modules/triage/routes.ts'
import { viewRoutes } from './modules/views/routes.ts'
import { type CallDescription, collectCalls } from './openapi/collect-calls.ts'
import { serverResources } from './resources/registry.ts'
import { takeBackDryRun, takeBackJob } from './resources/take-back.ts'
import { undoJob } from './resources/undo-batch.ts'
import { generateInvoicesJob } from './services/billing/generate-invoices.ts'
import { importJob } from './services/import/import-job.ts'
import { registerIntake } from './services/intake/intake-runner.ts'
import { registerDeliveries } from './services/webhooks/delivery-runner.ts'
import type { Tracing } from './tracing.ts'

const bulks: readonly Bulk[] = Object.values(serverResources).flatMap((resource) => resource.bulks)

/** All jobs this version can run; others wait for a server that knows them. */
const jobDefinitions: readonly JobDefinition[] = [
  ...bulks,
  ...bulks.map(({ dryRun }) => dryRun),
  generateInvoicesJob,
  undoJob,
  takeBackJob,
  takeBackDryRun,
  exportJob,
  importJob,
]

declare module 'fastify' {
  interface FastifyInstance {
    /** All calls of the API. */
    describedCalls: readonly CallDescription[]
  }
}

export type AppOptions = {
  logger?: FastifyServerOptions['logger']
  /** Folder of the built console; null: API only. */
  consoleFolder?: string | null
  /** Folder of the built embeddable palette; null: none. */
  embedFolder?: string | null
  /** Origins allowed by CORS. */
  corsOrigins?: readonly string[]
  /** Proxies by address or subnet whose forwarding headers are trusted; default none. */
  trustedProxies?: readonly string[]
  /** Timeouts for slow clients, where not the defaults. */
  patience?: Partial<Patience>
  /** Limits of connections without a session, where not the defaults. */
  connections?: Partial<ConnectionBounds>
  /** Opens `GET /metrics`; without it that is not found. */
  metricsToken?: string | undefined
  /** Makes spans of calls. */
  tracing?: Tracing | null
  /** Parts of the configuration that `GET /api/status` and the metrics of backups look at; without them there are none. */
  installation?: Installation | null
  /** Identity providers of the login; default none. */
  singleSignOn?: SingleSignOn
  /** Demo credentials, if the demo data are loaded; else null. */
  demo?: DemoCompany | null
}

/** Registers a resource's routes; paths are relative to `/api`. */
type Routes = (app: FastifyInstance, context: ServerContext) => void

const routes: readonly Routes[] = [
  sessionRoutes,
  profileRoutes,
  secondFactorRoutes,
  passkeyRoutes,
  passkeyLoginRoutes,
  proofRoutes,
  accountRoutes,
  jobRoutes,
  exportRoutes,
  ...Object.values(serverResources).map(({ register }) => register),
  imageRoutes,
  labelRoutes,
  changeRoutes,
  undoRoutes,
  revokeRoutes,
  searchRoutes,
  resolveRoutes,
  scanRoutes,
  callerRoutes,
  customerRoutes,
  personalRoutes,
  analyticsRoutes,
  viewRoutes,
  importsRoutes,
  triageRoutes,
  eventRoutes,
]

/** Builds the server without listening, so that tests can inject calls. `close()` ends streams before it waits. */
export const buildApp = async (
  context: ServerContext,
  options: AppOptions = {},
): Promise<FastifyInstance> => {
  const patient = { ...connectionPatience, ...options.patience }
  const app = Fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => uuid(),
    requestIdHeader: false,
    bodyLimit: bodyLimits.beforeLogin,
    routerOptions: { maxParamLength: 500 },
    // A hook answers with a problem instead.
    return503OnClosing: false,
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    requestTimeout: patient.request,
    http: {
      headersTimeout: patient.headers,
      connectionsCheckingInterval: patient.lookEvery,
      // Room for the maximum number of ids in a query.
      maxHeaderSize: 32 * 1024,
    },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply)
      answerProblem(error, request, reply)
      logAnswer(request, reply)
    },
  })
  await options.tracing?.register(app)
  collectRoutes(app)
  registerErrors(app)
  refuseWhileClosing(app)
  registerRequestLog(app)
  registerJsonBody(app)
  registerSecurityHeaders(app)
  registerSlowClients(app, patient)
  registerConnectionBounds(
    app,
    { ...usualConnectionBounds, ...options.connections },
    options.trustedProxies ?? [],
  )
  await registerCompression(app)
  await registerCors(app, options.corsOrigins ?? [])
  decorateWithSession(app)
  registerJobs(app, context, jobDefinitions)
  registerIntake(app, context)
  registerDeliveries(app, context)
  const { metricsToken: token, installation = null } = options
  const metrics = token === undefined ? null : openMetrics(app, context, { token, installation })
  let calls: CallDescription[] = []
  await app.register(async (described) => {
    calls = collectCalls(described)
    await described.register(
      async (api) => {
        registerCurrentUser(api)
        registerAuth(api, context)
        registerFileRecords(api)
        await registerRateLimit(api, { ...usualBounds, ...context.bounds })
        for (const register of routes) register(api, context)
        demoRoutes(api, options.demo ?? null)
        const signOn = openProviders(options.singleSignOn ?? { providers: [], origin: () => '' })
        singleSignOnRoutes(api, context, signOn)
        providerProofRoutes(api, context, signOn)
        identityRoutes(api, context, signOn.providers)
        statusRoutes(api, context, installation)
        registerDocument(api, calls)
      },
      { prefix: '/api' },
    )
    registerHealth(described, context)
    metricsRoutes(described, metrics)
    hookRoutes(described, context, { onEvent: () => app.intake.wake() })
  })
  app.decorate('describedCalls', calls)
  await registerDocsPage(app, calls)
  endUnusedConnections(app)
  registerFiles(app, context)
  if (options.embedFolder) await registerEmbed(app, options.embedFolder)
  if (options.consoleFolder) await registerConsole(app, options.consoleFolder)
  else {
    app.setNotFoundHandler(() => {
      throw new Refused('NOT_FOUND')
    })
  }
  return app
}
