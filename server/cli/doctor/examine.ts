import { type Config, readConfig } from '../../config/config.ts'
import { StartRefusal } from '../../core/errors.ts'
import { sentenceOf } from '../../problems/sentence-of.ts'
import { checkDatabase, checkStandby } from './check-database.ts'
import {
  asProblem,
  checkBackups,
  checkFolder,
  checkMail,
  checkPictures,
  checkReach,
} from './check-surroundings.ts'
import { type Finding, ok, problem } from './finding.ts'

/**
 * Looks at configuration, data folder, port, database, clock, mail server, bucket and backups of an installation. Starts nothing and
 * changes nothing; what fails in one place does not hide another. Without a readable configuration that alone is found.
 */
export const examine = async (env: Record<string, string | undefined>): Promise<Finding[]> => {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    return [asProblem('configuration', error)]
  }
  const found = await Promise.all(
    Object.entries(checks).map(([subject, check]) => orProblem(subject, async () => check(config))),
  )
  return [ok('configuration', 'Each variable can be read.'), ...found.flat()]
}

const checks: Readonly<Record<string, (config: Config) => Finding[] | Promise<Finding[]>>> = {
  folder: checkFolder,
  port: checkReach,
  database: checkDatabase,
  standby: checkStandby,
  mail: async (config) => [await checkMail(config)],
  pictures: async (config) => [await checkPictures(config)],
  backups: async (config) => [await checkBackups(config, new Date())],
}

/** Failures that nobody foresaw are findings too; bugs are not. */
const orProblem = async (subject: string, check: () => Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await check()
  } catch (error) {
    const sentence = sentenceOf(error)
    if (sentence === null) throw error
    return [problem(subject, sentence, 'Correct it as it says, and run this again.')]
  }
}
