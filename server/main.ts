import { readConfig } from './config.ts'
import { StartRefusal } from './database/start-refusal.ts'
import { startServer } from './start.ts'

const log = {
  info: () => {},
  warn: (message: string) => console.warn(message),
  error: (message: string) => console.error(message),
}

/** `npm start`: runs until SIGTERM or SIGINT; a second signal does not wait. */
const main = async (): Promise<void> => {
  const server = await startServer(readConfig(process.env), log)
  console.log(`\nWaybill is ready: ${server.url}\n`)
  let isStopping = false
  const stop = (): void => {
    if (isStopping) process.exit(1)
    isStopping = true
    server.stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  console.error(error.message)
  process.exit(1)
}
