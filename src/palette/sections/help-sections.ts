import type { IconName } from '../../ui/icons/icon-set.ts'
import type { PaletteView } from '../palette-view.ts'
import type { PaletteItem, PaletteSection } from './palette-item.ts'

const ways: readonly { name: string; text: string; icon: IconName; ofLists?: true }[] = [
  { name: 'commands', text: '>', icon: 'command' },
  { name: 'number', text: '#', icon: 'tag' },
  { name: 'people', text: '@', icon: 'users' },
  { name: 'filter', text: '/', icon: 'filter', ofLists: true },
  { name: 'calculate', text: '=', icon: 'calculator' },
  { name: 'inline', text: '', icon: 'zap' },
  { name: 'records', text: '', icon: 'search' },
  { name: 'sentence', text: '', icon: 'list-checks', ofLists: true },
]

/** What the palette understands; Enter begins it. Somebody else's page has no lists to go to. */
export const helpSections = ({ t, filtering }: Pick<PaletteView, 't' | 'filtering'>): PaletteSection[] => [
  {
    id: 'help',
    heading: t('palette:section.help'),
    items: ways
      .filter(({ ofLists }) => !ofLists || filtering)
      .map(
        ({ name, text, icon }): PaletteItem => ({
          id: `help:${name}`,
          title: t(`palette:help.${name}.title`),
          detail: t(`palette:help.${name}.detail`),
          icon,
          act: { kind: 'type', text },
        }),
      ),
  },
]
