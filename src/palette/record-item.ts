import type { SearchHit } from '../../domain/changes.ts'
import type { Translate } from './command-item.ts'
import type { PaletteItem } from './palette-item.ts'

/** A record that was found, as a row: its title, then what it is, its number and its status. */
export const recordItem = (hit: SearchHit, t: Translate): PaletteItem => ({
  id: `record:${hit.resource}/${hit.id}`,
  title: hit.title,
  detail: [
    t(`${hit.resource}:numbered`, { number: hit.number }),
    hit.subtitle,
    hit.status === null ? '' : t(`${hit.resource}:status.${hit.status}`),
  ]
    .filter((part) => part !== '')
    .join(' · '),
  icon: hit.resource,
  act: { kind: 'open', hit },
})
