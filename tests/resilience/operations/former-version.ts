import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** Whether the history holds the commit: a shallow clone has the newest alone. */
export const isInHistory = (commit: string): boolean => {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

type FormerServer = { url: string; stop: () => Promise<void> }

export type FormerVersion = {
  /** Starts its server, with the demo company where the folder is new. */
  start: (dataDir: string, demoOrders: number) => Promise<FormerServer>
  backup: (dataDir: string, file: string) => void
  restore: (dataDir: string, file: string) => void
}

/** The sources of a commit in a folder, run from there over the packages of today, each of which they name too. */
export const formerVersion = (commit: string, folder: string): FormerVersion => {
  mkdirSync(path.join(folder, 'dist/console'), { recursive: true })
  const sources = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 28 })
  execFileSync('tar', ['x', '-C', folder], { input: sources })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  // The pages are not asked for.
  writeFileSync(path.join(folder, 'dist/console/index.html'), '<!doctype html><html lang="fr"></html>')
  const { DATABASE_URL: _, FILES_URL: __, ...own } = process.env
  const settings = (dataDir: string) => ({
    ...own,
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
  })
  const operate = (command: string, dataDir: string, file: string) => {
    const given = ['--import', 'tsx', `server/cli/${command}.ts`, file]
    execFileSync(process.execPath, given, {
      cwd: folder,
      env: settings(dataDir),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  return {
    start: async (dataDir, demoOrders) => {
      const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
        cwd: folder,
        env: { ...settings(dataDir), PORT: '0', DEMO_ORDERS: String(demoOrders) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exited = once(child, 'exit')
      const url = await new Promise<string>((resolve, reject) => {
        let output = ''
        child.stdout.on('data', (text) => {
          output += text
          const [, found] = /ready: (http\S+)/.exec(output) ?? []
          if (found) resolve(found)
        })
        child.once('exit', () => reject(new Error(`Ended before it was ready:\n${output}`)))
      })
      return {
        url,
        stop: async () => {
          child.kill('SIGTERM')
          await exited
        },
      }
    },
    backup: (dataDir, file) => operate('backup', dataDir, file),
    restore: (dataDir, file) => operate('restore', dataDir, file),
  }
}
