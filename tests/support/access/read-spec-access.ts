import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { casesOf } from '../is-full.ts'

/** `caller`: an agent with the capability of calling. */
export const specRoles = ['admin', 'seller', 'agent', 'moderator', 'delivery', 'caller'] as const
export type SpecRole = (typeof specRoles)[number]

/** Which records a role's call reaches, as in the table. */
export type Reach = 'all' | 'country' | 'own' | 'assigned' | 'yes' | '-'

/** One call: `PUT orders/status/{id}`, its resource `orders`, and the reach of each role. */
export type SpecCall = {
  call: string
  method: string
  path: string
  resource: string
  reach: Record<SpecRole, Reach>
}

export type SpecAccess = {
  records: SpecCall[]
  plain: SpecCall[]
  /** `METHOD path` of the calls that a session may make before it is verified and activated. */
  ofSession: string[]
  ofAnybody: string[]
}

const file = join(import.meta.dirname, '../../api/access/spec-access.md')

/** Reads the access tables, which were written by hand from the specification. */
export const readSpecAccess = (): SpecAccess => {
  const sections = new Map(
    readFileSync(file, 'utf8')
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n'))]),
  )
  const section = (title: string): string => {
    const text = sections.get(title)
    if (text === undefined) throw new Error(`${file} has no section "${title}"`)
    return text
  }
  return {
    records: readTable(section('Records')),
    plain: readTable(section('Calls that are about no record')),
    ofSession: readList(section("Calls of one's own session, before any gate")),
    ofAnybody: readList(section('Calls of anybody')),
  }
}

/** All calls in a full run, otherwise one of each kind: what is called, and which records each role reaches by it. */
export const callsOfEachShape = (calls: readonly SpecCall[]): readonly SpecCall[] => {
  const shapes = calls.map(({ method, path, resource, reach }) =>
    [method, path.replace(resource, ''), ...Object.values(reach)].join(' '),
  )
  return casesOf(calls, (_, at) => shapes.indexOf(shapes[at]!) === at)
}

const readTable = (text: string): SpecCall[] =>
  text
    .split('\n')
    .filter((line) => /^\| (GET|POST|PUT|DELETE) /.test(line))
    .map((line) => {
      const [call, ...cells] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()) as [string, ...Reach[]]
      const [method, path] = call.split(' ') as [string, string]
      const reach = Object.fromEntries(specRoles.map((role, at) => [role, cells[at]])) as SpecCall['reach']
      return { call, method, path, resource: path.split('/')[0]!, reach }
    })

const readList = (text: string): string[] =>
  text
    .split(',')
    .map((call) => call.replace(/\s+/g, ' ').trim())
    .filter((call) => call !== '')
