import { StartRefusal } from '../db/connection-errors.ts'

/** Runs a command at the terminal: what is refused, and what was typed wrongly, is one sentence and an exit code of 1. */
export const runCli = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main()
  } catch (error) {
    const isUsage =
      error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    if (!isUsage && !(error instanceof StartRefusal)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
