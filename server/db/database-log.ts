/** What the database layer says while it starts, restarts and stops; Fastify's logger and `console` both fit. */
export interface DatabaseLog {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}
