import type { SearchHit } from '../../domain/changes.ts'
import type { Translate } from './command-item.ts'
import type { PaletteItem } from './palette-item.ts'

/** A record that was found, as a row: its title, then what it is and its number; its status at the end. */
export const recordItem = (hit: SearchHit, t: Translate): PaletteItem => ({
  id: `record:${hit.resource}/${hit.id}`,
  title: hit.title,
  detail: [t(`${hit.resource}:numbered`, { number: hit.number }), hit.subtitle]
    .filter((part) => part !== '')
    .join(' · '),
  note: hit.status === null ? undefined : t(`${hit.resource}:status.${hit.status}`),
  icon: hit.resource,
  act: { kind: 'open', hit },
})
