import { AsyncResource } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { productVersion } from './config/product-version.ts'

export type Tracing = {
  /** Before any route. */
  register: (app: FastifyInstance) => Promise<void>
  /** Sends what is waiting. */
  stop: () => Promise<void>
}

/** Characters of a statement that a span keeps. */
const longestStatement = 2_000

/**
 * Sends a span of each call and of its database queries to an OpenTelemetry receiver. Spans name routes, methods, statuses and
 * statements with placeholders: no address of a call, no value. The packages are loaded here only.
 */
export const openTracing = async (endpoint: string, pool: pg.Pool): Promise<Tracing> => {
  const [otel, { FastifyOtelInstrumentation }, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@fastify/otel'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': process.env.OTEL_SERVICE_NAME || 'waybill',
      'service.version': productVersion,
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        new OTLPTraceExporter({ url: `${endpoint}${endpoint.endsWith('/') ? '' : '/'}v1/traces` }),
      ),
    ],
  })
  provider.register()
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    // Addresses hold ids, tokens and what people search for.
    requestHook: (span, { method, routeOptions: { url = 'none' } }) => {
      span.updateName(`${method} ${url}`)
      span.setAttribute('url.path', url)
    },
  })
  instrumentation.setTracerProvider(provider)
  const untrace = traceQueries(otel, pool)
  return {
    register: async (app) => {
      await app.register(instrumentation.plugin())
    },
    stop: async () => {
      untrace()
      await provider.shutdown()
      otel.trace.disable()
      otel.context.disable()
      otel.propagation.disable()
    },
  }
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown
type Connect = (callback?: (...given: unknown[]) => void) => unknown

/** Wraps the queries of all clients, those of transactions too; within a call they have a span. @returns what takes it back */
const traceQueries = (
  { trace, SpanKind, SpanStatusCode }: typeof import('@opentelemetry/api'),
  pool: pg.Pool,
): (() => void) => {
  const clients = pg.Client.prototype as unknown as { query: Query }
  const pools = pool as unknown as { connect: Connect }
  const { query } = clients
  const connect = pools.connect.bind(pool)
  const tracer = trace.getTracer('waybill', productVersion)
  clients.query = function (...given) {
    const [asked] = given
    const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | null)?.text
    if (typeof text !== 'string' || trace.getActiveSpan() === undefined) return query.apply(this, given)
    const span = tracer.startSpan(/^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query', {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestStatement) },
    })
    const end = (error: unknown): void => {
      if (error != null) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
    const callback = given.at(-1)
    if (typeof callback === 'function') {
      return query.apply(this, [
        ...given.slice(0, -1),
        (error: unknown, ...more: unknown[]) => {
          end(error)
          callback(error, ...more)
        },
      ])
    }
    const answer = query.apply(this, given)
    if (answer instanceof Promise) answer.then(() => end(null), end)
    else span.end()
    return answer
  }
  // A connection that another call gives back is taken over within that call.
  pools.connect = (callback) =>
    connect(callback === undefined ? undefined : (AsyncResource.bind(callback) as never))
  return () => {
    clients.query = query
    pools.connect = connect as Connect
  }
}
