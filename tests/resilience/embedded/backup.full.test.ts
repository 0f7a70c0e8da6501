import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { momentary } from '../../../server/backup/backup-file.ts'
import { reachAlone } from '../../../server/backup/installation.ts'
import { applyFirst, knownMigrations } from '../../../server/backup/restore-backup.ts'
import { keepBackup } from '../../../server/backup/take-backup.ts'
import { readConfig } from '../../../server/config/config.ts'
import { openFolderStore } from '../../../server/files/folder-store.ts'
import { type OpenContext, openContext } from '../../../server/open-context.ts'
import { loadDemo } from '../../../server/seed/load-demo.ts'
import { buildServer } from '../../support/instances/start-instance.ts'

const log = { info() {}, warn() {}, error() {} }
const root = path.resolve(import.meta.dirname, '../../..')

let folder: string
beforeAll(async () => {
  await buildServer()
  folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-backup-'))
  chmodSync(folder, 0o711)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const placeOf = (name: string) => path.join(folder, name)
const open = (name: string): Promise<OpenContext> => openContext(readConfig({ DATA_DIR: placeOf(name) }), log)

/** Runs the command; returns its output and exit code. */
const run = async (command: 'backup' | 'restore', place: string, ...args: string[]) => {
  const given = [path.join(root, 'dist/server', `${command}.js`), ...args]
  const env = { ...process.env, DATA_DIR: placeOf(place), DATABASE_URL: '', FILES_URL: '' }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: root, env })
    return { code: 0, said: stdout.trim() }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, said: stderr.trim() }
  }
}

const query = async <Row extends pg.QueryResultRow>(pool: pg.Pool, text: string): Promise<Row[]> =>
  (await pool.query<Row>(text)).rows

/** A checksum of each table, independent of row order and of numbers of this database's transactions. */
const sumsOf = async (pool: pg.Pool): Promise<Record<string, string>> => {
  const tables = await query<{ name: string }>(
    pool,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await query<{ sum: string }>(
      pool,
      `select count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) - 'changed_in')::text, 0)), 0) as sum from ${pg.escapeIdentifier(name)} t`,
    )
    sums[name] = momentary.includes(name) ? 'of the moment' : row!.sum
  }
  return sums
}

const guardsOf = (pool: pg.Pool) =>
  query(
    pool,
    `select indexdef as guard from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
    order by 1`,
  )

describe('a backup', () => {
  const file = () => placeOf('first.backup')
  let sums: Record<string, string>
  let guards: unknown
  let nextNumber: number

  beforeAll(async () => {
    const { context, close } = await open('first')
    await loadDemo(context, { orders: 400, log })
    // While a server is running.
    const taken = await run('backup', 'first', file())
    expect(taken).toEqual({ code: 0, said: expect.stringMatching(/^\d+ rows are in /) })
    sums = await sumsOf(context.pool)
    guards = await guardsOf(context.pool)
    const [{ number }] = (await query<{ number: string }>(
      context.pool,
      "select nextval(pg_get_serial_sequence('orders', 'number')) as number",
    )) as [{ number: string }]
    nextNumber = Number(number)
    await close()
  })

  it('is for its owner alone', () => {
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('is restored elsewhere row by row, with every guard, and numbers go on', async () => {
    expect(await run('restore', 'second', file())).toMatchObject({ code: 0 })
    const { context, close } = await open('second')
    try {
      expect(await sumsOf(context.pool)).toEqual(sums)
      expect(await guardsOf(context.pool)).toEqual(guards)
      expect(
        await query(
          context.pool,
          "select nextval(pg_get_serial_sequence('orders', 'number'))::int as number",
        ),
      ).toEqual([{ number: nextNumber }])
      expect(await query(context.pool, 'select * from sessions')).toEqual([])
    } finally {
      await close()
    }
  })

  it('has the pictures too, file by file', () => {
    const filesOf = (place: string) =>
      Object.fromEntries(
        readdirSync(placeOf(`${place}/files`)).map((name) => [
          name,
          createHash('sha256')
            .update(readFileSync(placeOf(`${place}/files/${name}`)))
            .digest('hex'),
        ]),
      )
    const files = filesOf('first')
    expect(Object.keys(files).length).toBeGreaterThan(100)
    expect(filesOf('second')).toEqual(files)
  })

  it('is rehearsed in a scratch database, and what is there stays', async () => {
    const before = readdirSync(folder).sort()
    const { code, said } = await run('restore', 'first', file(), '--drill')
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringMatching(
        /^first\.backup of \S+ comes back whole: \d{4,} rows in \d\d tables, \d{3,} files of pictures, 0 migrations, in \d+ s\.$/,
      ),
    })
    expect(readdirSync(folder).sort()).toEqual(before)
    // The newest of the place, if none is named.
    expect(await run('restore', 'nothing', '--drill')).toEqual({
      code: 1,
      said: expect.stringContaining('There is no backup in'),
    })
    expect(await run('backup', 'first')).toMatchObject({ code: 0 })
    expect(await run('restore', 'first', '--drill')).toEqual({
      code: 0,
      said: expect.stringMatching(/^waybill-\d{8}-\d{6}\.backup of \S+ comes back whole: /),
    })
    const cut = placeOf('cut-for-drill.backup')
    writeFileSync(cut, readFileSync(file()).subarray(0, -200))
    expect(await run('restore', 'first', cut, '--drill')).toEqual({
      code: 1,
      said: expect.stringContaining('nothing was restored'),
    })
    expect(await run('restore', 'first', file(), '--drill', '--replace')).toMatchObject({ code: 1 })
  })

  it('does not overwrite an existing database without a flag, and backs that up first', async () => {
    expect(await run('restore', 'second', file())).toEqual({
      code: 1,
      said: expect.stringContaining('There is somebody in this database already'),
    })
    const before = await open('second')
    await before.context.pool.query("update orders set customer_name = 'Later'")
    const later = await sumsOf(before.context.pool)
    expect(await run('restore', 'second', file(), '--replace')).toEqual({
      code: 1,
      said: expect.stringContaining('is in use by another Waybill'),
    })
    await before.close()

    expect(await run('restore', 'second', file(), '--replace')).toMatchObject({ code: 0 })
    const replaced = await open('second')
    expect(await sumsOf(replaced.context.pool)).toEqual(sums)
    await replaced.close()

    const [backup] = readdirSync(placeOf('second/backups'))
    expect(await run('restore', 'third', placeOf(`second/backups/${backup}`))).toMatchObject({ code: 0 })
    const third = await open('third')
    expect(await sumsOf(third.context.pool)).toEqual(later)
    await third.close()
  })

  it('that was cut or changed, and a file that is none, change nothing', async () => {
    const bytes = readFileSync(file())
    const changed = Buffer.from(bytes)
    changed[Math.floor(bytes.length / 2)]! ^= 1
    const damages = {
      'cut.backup': bytes.subarray(0, Math.floor(bytes.length / 2)),
      'cut-at-the-end.backup': bytes.subarray(0, bytes.length - 20),
      'changed.backup': changed,
      'empty.backup': Buffer.alloc(0),
      'text.backup': Buffer.from('a letter'),
    }
    const before = await open('third')
    const sumsBefore = await sumsOf(before.context.pool)
    await before.close()
    for (const [name, bytes] of Object.entries(damages)) {
      writeFileSync(placeOf(name), bytes)
      expect(await run('restore', 'third', placeOf(name), '--replace'), name).toEqual({
        code: 1,
        said: expect.stringContaining('was cut or changed; nothing was restored'),
      })
    }
    const after = await open('third')
    expect(await sumsOf(after.context.pool)).toEqual(sumsBefore)
    await after.close()
  })

  it('of an older Waybill is brought to the newest schema; of a newer one it is refused', async () => {
    const older = knownMigrations() - 2
    const old = await reachAlone({ ...readConfig({}), dataDir: placeOf('old'), databaseUrl: undefined }, log)
    await old.client.query('begin')
    await applyFirst(old.client, older)
    await old.client.query('commit')
    await old.client.query("insert into search_words (word) values ('attiéké')")
    await keepBackup(old.client, openFolderStore(placeOf('old/files')), placeOf('old.backup'))
    await old.client.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) select 'later', 9e15 from generate_series(1, 9)",
    )
    await keepBackup(old.client, openFolderStore(placeOf('old/files')), placeOf('newer.backup'))
    await old.close()

    expect(await run('restore', 'fourth', placeOf('newer.backup'))).toEqual({
      code: 1,
      said: 'This backup is of a newer Waybill: update this one first.',
    })
    expect(await run('restore', 'fourth', placeOf('old.backup'))).toMatchObject({ code: 0 })
    const { context, close } = await open('fourth')
    expect(await query(context.pool, 'select word from search_words')).toEqual([{ word: 'attiéké' }])
    expect(
      await query(context.pool, 'select count(*)::int as count from drizzle.__drizzle_migrations'),
    ).toEqual([{ count: knownMigrations() }])
    await close()
  })
})
