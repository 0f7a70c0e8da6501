import { readConfig } from './config/config.ts'
import { sentenceOf } from './problems/sentence-of.ts'
import { type RunningServer, startServer } from './start.ts'

const log = {
  info: (message: string) => console.log(message),
  warn: (message: string) => console.warn(message),
  error: (message: string) => console.error(message),
}

/** `npm start`: runs until SIGTERM or SIGINT; a second signal does not wait. */
const main = async (): Promise<void> => {
  const server = await startServer(readConfig(process.env), log)
  console.log(readyText(server))
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

const readyText = ({ url, demo }: RunningServer): string => {
  if (demo === null) return `\nWaybill is ready: ${url}\n`
  const width = Math.max(...demo.logins.map(({ email }) => email.length))
  const lines = demo.logins.map(({ email, role }) => `  ${email.padEnd(width)}  ${role}`)
  return [`\nWaybill is ready: ${url}`, `\nDemo logins, password ${demo.password}:`, ...lines, ''].join('\n')
}

try {
  await main()
} catch (error) {
  const sentence = sentenceOf(error)
  if (sentence === null) throw error
  console.error(sentence)
  process.exit(1)
}
