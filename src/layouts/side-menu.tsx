import { useTranslation } from 'react-i18next'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { Keycap } from '../ui/keycap.tsx'
import { isPlainPress, type Navigation, type NavigationItem } from './navigation.ts'

/** Where one can go, where one is, and the keys that go there. */
export const SideMenu = ({ groups, currentId, onNavigate }: Navigation) => {
  const { t } = useTranslation('shell')
  return (
    <nav aria-label={t('menu.label')} className="flex flex-col gap-5 px-2 py-3">
      {groups.map((group) => (
        <section key={group.id} aria-labelledby={group.label ? `menu-${group.id}` : undefined}>
          {group.label && (
            <h2 id={`menu-${group.id}`} className="px-2 pb-1 text-xs font-medium text-ink-muted">
              {group.label}
            </h2>
          )}
          <ul className="flex flex-col gap-px">
            {group.items.map((item) => (
              <li key={item.id}>
                <Place item={item} isCurrent={item.id === currentId} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

type PlaceProps = { item: NavigationItem; isCurrent: boolean; onNavigate: (href: string) => void }

const Place = ({ item, isCurrent, onNavigate }: PlaceProps) => (
  <a
    href={item.href}
    aria-current={isCurrent ? 'page' : undefined}
    onClick={(event) => {
      if (!isPlainPress(event)) return
      event.preventDefault()
      onNavigate(item.href)
    }}
    className={cx(
      'flex h-8 items-center gap-2.5 rounded-md px-2 pointer-coarse:h-11',
      isCurrent ? 'bg-accent-soft font-medium text-ink' : 'text-ink-muted hover:bg-hover hover:text-ink',
    )}
  >
    <Icon name={item.icon} className={isCurrent ? 'text-accent-text' : ''} />
    <span className="min-w-0 flex-1 truncate">{item.label}</span>
    {item.keys && (
      <span aria-hidden="true" className="pointer-coarse:hidden">
        <Keycap keys={item.keys} tone="quiet" />
      </span>
    )}
  </a>
)
