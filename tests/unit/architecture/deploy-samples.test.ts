import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const deploy = path.resolve(import.meta.dirname, '../../../deploy')
const read = (name: string): string => readFileSync(path.join(deploy, name), 'utf8')

describe('the samples of deploy', () => {
  it('log no addresses of calls, which have telephone numbers and tokens of links', () => {
    const servers = read('nginx.conf')
      .split(/^server \{$/m)
      .slice(1)
    expect(servers.length).toBeGreaterThan(1)
    for (const server of servers) expect(server).toContain('access_log off;')
    expect(read('Caddyfile')).not.toMatch(/^\s*log\b/m)
  })

  it('have one folder of pictures for all servers', () => {
    const compose = read('compose.yaml')
    const servers = compose.match(/^ {2}waybill-\d+:$/gm) ?? []
    expect(servers.length).toBeGreaterThan(1)
    expect(compose.match(/\bfiles:\/data\/waybill\/files\b/g)).toHaveLength(servers.length)
    expect(readFileSync(path.join(deploy, '../Dockerfile'), 'utf8')).toContain('/data/waybill/files')
  })

  it('make each secret and variable of the containers, which no image and no commit has', () => {
    const compose = read('compose.yaml')
    const made = read('secrets.sh')
    const secrets = [...compose.matchAll(/file: \.\/secrets\/(\w+)/g)].map(([, name]) => name)
    expect(secrets.length).toBeGreaterThan(1)
    for (const name of secrets) expect(made).toMatch(new RegExp(`^write ${name} `, 'm'))
    const variables = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    expect(variables.size).toBeGreaterThan(1)
    for (const name of variables) expect(made).toMatch(new RegExp(`^${name}=''$`, 'm'))
    const linesOf = (name: string) => readFileSync(path.join(deploy, '..', name), 'utf8').split('\n')
    expect(linesOf('.dockerignore')).toContain('deploy')
    expect(linesOf('.gitignore')).toEqual(expect.arrayContaining(['deploy/secrets/', 'deploy/.env']))
  })
})
