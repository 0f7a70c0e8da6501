import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { StartRefusal } from '../core/errors.ts'
import { openOwnFolder } from '../db/own-folder.ts'
import type { FileStore } from '../files/file-store.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { sentenceOf } from '../problems/sentence-of.ts'

/** Runs a command; prints refusals and usage errors as one sentence, exit code 1. */
export const runCli = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main()
  } catch (error) {
    const isUsage =
      error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    const sentence = isUsage ? error.message : sentenceOf(error)
    if (sentence === null) throw error
    console.error(sentence)
    process.exit(1)
  }
}

/** The file store, for commands that need it. @throws StartRefusal if unusable */
export const requireFiles = async (config: Pick<Config, 'bucket' | 'dataDir'>): Promise<FileStore> => {
  if (existsSync(config.dataDir)) openOwnFolder(config.dataDir)
  const files = openFileStore(config)
  const problem = await files.findProblem()
  if (problem !== null) throw new StartRefusal(problem.reason)
  return files
}
